import type * as PlotModule from '@observablehq/plot'
import type { Theme } from './theme.ts'

export type Plot = typeof PlotModule

/** What a figure is drawn with. */
export interface Canvas {
  theme: Theme
  /** Pixels. */
  width: number
  /** The page that draws, or a stand-in for one outside of a browser. */
  document(): Document | Promise<Document>
}

/**
 * Draws a specification of Observable Plot and gives the SVG as text. Plot is loaded only here, because a page that shows no figure yet need not have it.
 * The SVG holds no style and no script, so that it can stand in a page that allows neither.
 */
export async function draw(
  { theme, width, document }: Canvas,
  title: string,
  specify: (plot: Plot) => PlotModule.PlotOptions,
): Promise<string> {
  const [plot, page] = await Promise.all([import('@observablehq/plot'), document()])
  const svg = plot.plot({ document: page, width, ...specify(plot) } as PlotModule.PlotOptions)
  for (const style of svg.querySelectorAll('style')) style.remove()
  for (const element of [svg, ...svg.querySelectorAll('[style], [class]')]) {
    element.removeAttribute('style')
    element.removeAttribute('class')
  }
  // The figure is one picture with one title: its parts are not told apart by name to those who listen.
  for (const part of svg.querySelectorAll('[aria-label]')) {
    part.setAttribute('data-mark', part.getAttribute('aria-label')!)
    part.removeAttribute('aria-label')
  }
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  svg.setAttribute('role', 'img')
  svg.setAttribute('aria-label', title)
  svg.setAttribute('fill', theme.ink)
  svg.setAttribute('color', theme.ink)
  svg.setAttribute('font-family', theme.font)
  svg.setAttribute('font-size', '12')
  return svg.outerHTML
}

/** The SVG on a ground of its own, for a file; characters that XML cannot hold (control characters in a name) become the sign for them. */
export function onPaper(svg: string, { paper }: Theme): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  const sound = svg.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
  return sound.replace(/^<svg[^>]*>/, (open) => `${open}<rect width="100%" height="100%" fill="${paper}"/>`)
}
