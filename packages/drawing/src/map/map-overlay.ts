import type { Camera, Size } from './camera.ts'
import { letterSize, type MapText, placeLabels } from './place-labels.ts'

/** What lies over the dots. */
export interface MapMarks {
  texts: readonly (MapText & { faint?: boolean })[]
  /** Samples that get a ring each. */
  ringed: readonly number[]
}

/** Words, rings and the lasso over the dots: an SVG that moves with the map, in the colours of the page. */
export class MapOverlay {
  readonly element: SVGSVGElement
  private readonly lasso: SVGElement
  private readonly rings: SVGElement
  private readonly words: SVGElement

  constructor(private readonly document: Document) {
    this.element = this.make('svg', { 'aria-hidden': 'true', preserveAspectRatio: 'none' }) as SVGSVGElement
    this.element.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;pointer-events:none'
    this.lasso = this.make('polygon', {
      fill: 'var(--accent)',
      'fill-opacity': '0.12',
      stroke: 'var(--accent)',
      'stroke-width': '1.5',
    })
    this.rings = this.make('g', { fill: 'none', stroke: 'var(--ink)', 'stroke-width': '1.5' })
    this.words = this.make('g', {
      fill: 'var(--ink)',
      stroke: 'var(--paper)',
      'stroke-width': '4',
      'stroke-linejoin': 'round',
      'paint-order': 'stroke',
      'font-weight': '600',
      'text-anchor': 'middle',
    })
    this.element.append(this.lasso, this.rings, this.words)
  }

  /** Words are made once and moved afterwards. */
  setTexts(texts: MapMarks['texts']): void {
    this.words.setAttribute('font-size', String(letterSize(texts.length)))
    this.words.replaceChildren(
      ...texts.map(({ text, faint }) => {
        const word = this.make('text', { dy: '.35em', opacity: faint ? '0.25' : '1' })
        word.textContent = text
        return word
      }),
    )
  }

  /** `rings` are places on the screen with a radius, `line` places of the lasso. */
  draw(
    { texts }: MapMarks,
    rings: readonly (readonly [x: number, y: number, radius: number])[],
    line: readonly number[],
    camera: Camera,
    size: Size,
  ): void {
    this.element.setAttribute('viewBox', `0 0 ${size.width} ${size.height}`)
    this.lasso.setAttribute('points', line.length > 4 ? line.join(' ') : '')
    placeLabels(texts, camera, size).forEach((place, i) => {
      const word = this.words.children[i]
      word.setAttribute('visibility', place ? 'visible' : 'hidden')
      if (!place) return
      word.setAttribute('x', place[0].toFixed(1))
      word.setAttribute('y', place[1].toFixed(1))
    })
    this.rings.replaceChildren(
      ...rings.map(([x, y, radius]) =>
        this.make('circle', { cx: x.toFixed(1), cy: y.toFixed(1), r: radius.toFixed(1) }),
      ),
    )
  }

  private make(name: string, attributes: Record<string, string>): SVGElement {
    const element = this.document.createElementNS('http://www.w3.org/2000/svg', name)
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
    return element
  }
}
