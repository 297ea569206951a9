import type { Camera, Size } from './camera.ts'
import { letterSize, lineHeight, type MapText, type PlacedText, placeLabels } from './place-labels.ts'

/** How far the foot of a line lies below the middle of its text. */
export function lineOffset(line: number, lines: number): string {
  return `${((line - (lines - 1) / 2) * lineHeight + 0.35).toFixed(2)}em`
}

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

  /** Pixels at the top where no text stands. */
  above = 0
  /** Where the texts stand now. */
  places: readonly (PlacedText | null)[] = []

  /** With `onText` texts can be clicked; it hears which. */
  constructor(
    private readonly document: Document,
    onText?: (text: number) => void,
  ) {
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
    if (!onText) return
    this.words.style.cssText = 'pointer-events:auto;cursor:text'
    this.words.addEventListener('click', (event) => {
      const word = (event.target as Element).closest('text')
      if (word) onText([...this.words.children].indexOf(word))
    })
  }

  /** Words are made once and moved afterwards. */
  setTexts(texts: MapMarks['texts']): void {
    this.words.setAttribute('font-size', String(letterSize(texts.length)))
    this.words.replaceChildren(
      ...texts.map(({ faint }) => this.make('text', { opacity: faint ? '0.25' : '1', visibility: 'hidden' })),
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
    this.places = placeLabels(texts, camera, size, undefined, this.above)
    this.places.forEach((place, i) => {
      const word = this.words.children[i]
      word.setAttribute('visibility', place ? 'visible' : 'hidden')
      if (!place) return
      word.setAttribute('transform', `translate(${place.x.toFixed(1)} ${place.y.toFixed(1)})`)
      // The lines change only where the short name takes the place of the long one.
      if (word.getAttribute('data-lines') === place.lines.join('\n')) return
      word.setAttribute('data-lines', place.lines.join('\n'))
      word.replaceChildren(
        ...place.lines.map((text, line) => {
          const part = this.make('tspan', { x: '0', y: lineOffset(line, place.lines.length) })
          part.textContent = text
          return part
        }),
      )
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
