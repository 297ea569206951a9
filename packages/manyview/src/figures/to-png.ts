import { createRequire } from 'node:module'
import { InputError } from '@manyview/core'

/** The SVG as PNG, `scale` pixels for each of its own. Letters come from a font that is a dependency, so that it looks the same everywhere; letters it lacks from the system's. */
export async function toPng(svg: string, scale = 2): Promise<Uint8Array> {
  const { Resvg } = await import('@resvg/resvg-js').catch(() => {
    throw new InputError(
      'needs optional packages that are not installed, install them (npm install @resvg/resvg-js @expo-google-fonts/open-sans) or write SVG',
      { code: 'no-package', argument: 'PNG' },
    )
  })
  const { resolve } = createRequire(import.meta.url)
  const fontFiles = ['400Regular/OpenSans_400Regular.ttf', '600SemiBold/OpenSans_600SemiBold.ttf'].map((file) =>
    resolve(`@expo-google-fonts/open-sans/${file}`),
  )
  const image = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: scale },
    font: { fontFiles, defaultFontFamily: 'Open Sans', loadSystemFonts: true },
  })
  return image.render().asPng()
}
