import { type Camera, type Size, toScreen } from './camera.ts'
import type { Dots } from './dots.ts'
import { lineOffset } from './map-overlay.ts'
import { letterSize, type MapText, placeLabels } from './place-labels.ts'

/** The map as it is seen, as SVG: one path per colour keeps it small. It has no ground of its own. */
export function mapSvg(
  { map, colours }: Omit<Dots, 'order'>,
  texts: readonly MapText[],
  { camera, size, dot }: { camera: Camera; size: Size; dot: number },
  { title, paper, ink, font }: { title: string; paper: string; ink: string; font: string },
): string {
  const paths = new Map<string, string[]>()
  for (let i = 0; i < map.length / 2; i++) {
    const [x, y] = toScreen(camera, size, map[2 * i], map[2 * i + 1])
    if (!(x >= -dot) || !(y >= -dot) || x > size.width + dot || y > size.height + dot) continue
    const [red, green, blue, alpha] = colours.subarray(4 * i, 4 * i + 4)
    const stroke = `rgb(${red},${green},${blue})" stroke-opacity="${(alpha / 255).toFixed(2)}`
    const path = paths.get(stroke) ?? []
    path.push(`M${x.toFixed(1)} ${y.toFixed(1)}h0`)
    paths.set(stroke, path)
  }
  const dots = [...paths].map(([stroke, path]) => `<path d="${path.join('')}" stroke="${stroke}"/>`).join('')
  const letters = letterSize(texts.length)
  const words = placeLabels(texts, camera, size, letters).map((place) => {
    if (!place) return ''
    const lines = place.lines.map(
      (text, line) => `<tspan x="0" y="${lineOffset(line, place.lines.length)}">${escaped(text)}</tspan>`,
    )
    return `<text transform="translate(${place.x.toFixed(1)} ${place.y.toFixed(1)})">${lines.join(' ')}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${escaped(title)}" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}" fill="${ink}" font-family="${escaped(font)}" font-size="14"><g fill="none" stroke-width="${dot.toFixed(1)}" stroke-linecap="round">${dots}</g><g font-weight="600" font-size="${letters}" text-anchor="middle" stroke="${paper}" stroke-width="4" stroke-linejoin="round" paint-order="stroke">${words.join('')}</g></svg>`
}

/** Text as XML holds it. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
