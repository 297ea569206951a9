import { type Camera, dotSize, type Size, toMap, toScreen, wholeMap, zoomAt } from './camera.ts'
import type { Dots, Renderer } from './dots.ts'
import { listen } from './gestures.ts'
import { type MapMarks, MapOverlay } from './map-overlay.ts'
import { pixelRenderer } from './pixel-renderer.ts'
import { insideLine, SampleGrid } from './sample-grid.ts'
import { webglRenderer } from './webgl-renderer.ts'

export interface MapEvents {
  /** A sample is pointed at; −1: none. */
  onPoint(sample: number): void
  /** A sample was clicked or tapped. */
  onPick?(sample: number): void
  /** Samples were lassoed. */
  onSelect?(samples: number[]): void
  /** A text on the map was clicked. */
  onText?(text: number): void
  /** The map moved: whatever else lies over it moves with it. */
  onMove?(): void
}

export interface MapManners {
  /** The wheel zooms only with Ctrl or once the map has the focus, because the page is scrolled past it. */
  scrolls?: boolean
  /** One of many on a page: drawn without the graphics card, which serves a few only, and every drag is a lasso. */
  small?: boolean
}

/** How near the pointer must be to a dot, in pixels. */
const reach = 14

/** The map of the samples in a frame of the page (`position: relative`): draws, pans, zooms, points and lassos. */
export class MapView {
  camera: Camera = { x: 0, y: 0, scale: 1 }
  size: Size = { width: 1, height: 1 }
  readonly note: string | null
  private home: Camera = this.camera
  private lasso: boolean
  private readonly small: boolean
  private dots: Dots | null = null
  private marks: MapMarks = { texts: [], ringed: [] }
  private grid: SampleGrid | null = null
  private pointed = -1
  private line: number[] = []
  private asked = 0
  private readonly canvas: HTMLCanvasElement
  private readonly overlay: MapOverlay
  private readonly renderer: Renderer
  private readonly watch: ResizeObserver

  constructor(
    frame: HTMLElement,
    private readonly events: MapEvents,
    { scrolls = false, small = false }: MapManners = {},
  ) {
    this.small = small
    this.lasso = small
    let canvas = document.createElement('canvas')
    let renderer = small ? null : webglRenderer(canvas)
    if (!renderer) {
      // A canvas that was asked for WebGL may give nothing else.
      canvas = document.createElement('canvas')
      renderer = pixelRenderer(canvas)
    }
    this.canvas = canvas
    this.renderer = renderer
    this.note = renderer.note
    this.overlay = new MapOverlay(document, events.onText)
    canvas.style.cssText = 'position:absolute;inset:0;width:100%;height:100%'
    frame.prepend(canvas, this.overlay.element)
    canvas.addEventListener('webglcontextrestored', () => this.redraw())
    listen(frame, canvas, scrolls, {
      move: (dx, dy) =>
        this.look({
          ...this.camera,
          x: this.camera.x - dx / this.camera.scale,
          y: this.camera.y - dy / this.camera.scale,
        }),
      zoom: (x, y, factor) => this.look(zoomAt(this.camera, this.size, this.home, x, y, factor)),
      showAll: () => this.showAll(),
      step: (right, down) => this.step(right, down),
      point: (x, y) => this.point(x, y),
      pick: (x, y) => {
        this.point(x, y)
        if (this.pointed >= 0) events.onPick?.(this.pointed)
      },
      leave: () => this.pointAt(-1),
      drawsLine: (shift) => events.onSelect !== undefined && (this.lasso || shift),
      extendLine: (x, y) => {
        this.line.push(x, y)
        this.redraw()
      },
      closeLine: () => this.closeLine(),
    })
    this.watch = new ResizeObserver(() => this.resize(frame))
    this.watch.observe(frame)
    this.resize(frame)
  }

  /** Whether a drag draws around samples; with Shift it always does. */
  set lassoing(draws: boolean) {
    this.lasso = draws
    this.setTouch()
  }

  /** Pixels at the top that tools lie over: no text stands there, and the whole map is shown below them from the next time on. */
  set above(pixels: number) {
    if (pixels === this.overlay.above) return
    this.overlay.above = pixels
    this.redraw()
  }

  /** Pixels across a dot now. */
  get dot(): number {
    return dotSize((this.dots?.map.length ?? 2) / 2, this.size, this.camera.scale / this.home.scale)
  }

  /** Samples that lie beyond the frame of the whole map. */
  get outside(): number {
    if (!this.dots) return 0
    const { map, order } = this.dots
    const { width, height } = this.size
    return order.reduce((sum, i) => {
      const [x, y] = toScreen(this.home, this.size, map[2 * i], map[2 * i + 1])
      return x < 0 || y < 0 || x > width || y > height ? sum + 1 : sum
    }, 0)
  }

  /** Whether all of the map is shown. */
  get isWhole(): boolean {
    return this.camera === this.home
  }

  setDots(given: Dots): void {
    const moved = this.dots?.map !== given.map
    const dots = { ...given, order: given.order.filter((sample) => !Number.isNaN(given.map[2 * sample])) }
    this.dots = dots
    this.renderer.setDots(dots)
    if (moved) {
      this.grid = new SampleGrid(dots.map)
      this.pointed = -1
      this.showAll()
    } else this.redraw()
  }

  setMarks(marks: MapMarks): void {
    this.marks = marks
    this.overlay.setTexts(marks.texts)
    this.redraw()
  }

  showAll(): void {
    if (!this.dots) return
    const { above } = this.overlay
    const { x, y, scale } = wholeMap(this.dots.map, { ...this.size, height: Math.max(1, this.size.height - above) })
    this.home = { scale, x, y: y - above / 2 / scale }
    this.look(this.home)
  }

  /** Shows a part of the map. */
  show(camera: Camera): void {
    this.look(camera)
  }

  /** Rings a sample that is pointed at elsewhere; −1: none. */
  mark(sample: number): void {
    if (sample === this.pointed) return
    this.pointed = sample
    this.redraw()
  }

  /** Brings a sample into the middle, at least three times as large as the whole map shows it, and points at it. */
  flyTo(sample: number): void {
    const { map } = this.dots!
    if (Number.isNaN(map[2 * sample])) return
    const scale = Math.max(this.camera.scale, 3 * this.home.scale)
    this.look({ scale, x: map[2 * sample], y: map[2 * sample + 1] })
    this.pointAt(sample)
  }

  /** Zooms about the middle. */
  zoom(factor: number): void {
    this.look(zoomAt(this.camera, this.size, this.home, this.size.width / 2, this.size.height / 2, factor))
  }

  /** Where a sample is on the screen. */
  placeOf(sample: number): [number, number] {
    const { map } = this.dots!
    return toScreen(this.camera, this.size, map[2 * sample], map[2 * sample + 1])
  }

  /** Where the middle of a text is on the screen; null for one that has no room. */
  placeOfText(text: number): [number, number] | null {
    const place = this.overlay.places[text]
    return place ? [place.x, place.y] : null
  }

  /** Draws at once: what is printed next must have it. */
  draw(): void {
    cancelAnimationFrame(this.asked)
    const { camera, size, dot, dots, marks, pointed } = this
    this.renderer.draw(camera, size, Math.min(3, Math.max(1, devicePixelRatio)), dot)
    if (!dots) return
    const isPlaced = (sample: number) => !Number.isNaN(dots.map[2 * sample])
    const rings = marks.ringed.filter(isPlaced).map((sample) => [...this.placeOf(sample), dot / 2 + 1.5] as const)
    if (pointed >= 0 && isPlaced(pointed)) rings.push([...this.placeOf(pointed), dot / 2 + 3])
    this.overlay.draw(marks, rings, this.line, camera, size)
  }

  end(): void {
    cancelAnimationFrame(this.asked)
    this.watch.disconnect()
    this.renderer.end()
    this.canvas.remove()
    this.overlay.element.remove()
  }

  private redraw(): void {
    cancelAnimationFrame(this.asked)
    this.asked = requestAnimationFrame(() => this.draw())
  }

  private resize(frame: HTMLElement): void {
    const { clientWidth: width, clientHeight: height } = frame
    if (width === 0 || height === 0 || (width === this.size.width && height === this.size.height)) return
    const { isWhole } = this
    this.size = { width, height }
    // A part that is looked at stays in the middle, as large as it was.
    const { camera } = this
    this.showAll()
    if (!isWhole) this.look(camera)
  }

  /** While it is zoomed in a finger moves the map, and with the lasso it draws; otherwise it scrolls the page. */
  private setTouch(): void {
    const scrolls = this.camera.scale <= 1.05 * this.home.scale && (this.small || !this.lasso)
    this.canvas.style.touchAction = scrolls ? 'pan-y' : 'none'
  }

  private look(camera: Camera): void {
    this.camera = camera
    this.setTouch()
    this.redraw()
    this.events.onMove?.()
  }

  private point(x: number, y: number): void {
    const [mapX, mapY] = toMap(this.camera, this.size, x, y)
    this.pointAt(this.grid?.nearest(mapX, mapY, reach / this.camera.scale) ?? -1)
  }

  private pointAt(sample: number): void {
    if (sample !== this.pointed) this.redraw()
    this.pointed = sample
    this.events.onPoint(sample)
  }

  /** The sample next to the one that is pointed at; the one nearest to the middle to begin with. It is brought into sight. */
  private step(right: number, down: number): void {
    if (!this.grid || !this.dots) return
    const { x, y } = this.camera
    const next = this.pointed < 0 ? this.grid.nearest(x, y, Infinity) : this.grid.next(this.pointed, right, down)
    const [left, top] = this.placeOf(next)
    const { width, height } = this.size
    if (left < 0 || top < 0 || left > width || top > height)
      this.look({ ...this.camera, x: this.dots.map[2 * next], y: this.dots.map[2 * next + 1] })
    this.pointAt(next)
  }

  private closeLine(): void {
    const clicked = this.line.length <= 4
    const onMap: number[] = []
    for (let p = 0; p < this.line.length; p += 2)
      onMap.push(...toMap(this.camera, this.size, this.line[p], this.line[p + 1]))
    this.line = []
    this.redraw()
    if (!clicked) this.events.onSelect?.(this.dots ? insideLine(this.dots.map, onMap) : [])
  }
}
