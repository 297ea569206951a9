import { type Camera, dotSize, type Size, toMap, toScreen, wholeMap, zoomAt } from './camera.ts'
import { canvasRenderer } from './canvas-renderer.ts'
import type { Dots, Renderer } from './renderer.ts'
import { insideLine, SampleGrid } from './sample-grid.ts'
import { webglRenderer } from './webgl-renderer.ts'

export interface MapEvents {
  /** A sample is pointed at; −1: none. */
  onHover(sample: number): void
  onSelect(samples: number[]): void
  /** The camera moved: whatever lies over the map moves with it. */
  onMove(): void
}

/** How near the pointer must be to a dot, in pixels. */
const reach = 14

/** The map on its canvas: draws, pans, zooms, points and lassos. */
export class MapView {
  camera: Camera = { x: 0, y: 0, scale: 1 }
  size: Size = { width: 1, height: 1 }
  lassoing = false
  /** Screen places of the lasso while it is drawn. */
  line: number[] = []
  readonly note: string | null
  private home: Camera = this.camera
  private dots: Dots | null = null
  private grid: SampleGrid | null = null
  private readonly canvas: HTMLCanvasElement
  private readonly renderer: Renderer
  private readonly events: MapEvents
  private readonly pointers = new Map<number, { x: number; y: number }>()
  private asked = 0

  /** Puts its canvas into `frame`, below what is there. */
  constructor(frame: HTMLElement, events: MapEvents) {
    this.events = events
    let canvas = document.createElement('canvas')
    let renderer = webglRenderer(canvas)
    if (!renderer) {
      // A canvas that was asked for WebGL may give nothing else.
      canvas = document.createElement('canvas')
      renderer = canvasRenderer(canvas, 'Drawn without WebGL, which this browser does not have.')
    }
    frame.prepend(canvas)
    this.canvas = canvas
    this.renderer = renderer
    this.note = renderer.note
    canvas.addEventListener('wheel', this.wheel, { passive: false })
    canvas.addEventListener('pointerdown', this.down)
    canvas.addEventListener('pointermove', this.move)
    canvas.addEventListener('pointerup', this.up)
    canvas.addEventListener('pointercancel', this.up)
    canvas.addEventListener('pointerleave', this.leave)
    canvas.addEventListener('webglcontextrestored', this.draw)
  }

  /** Pixels across a dot now. */
  get dot(): number {
    return dotSize((this.dots?.map.length ?? 2) / 2, this.size, this.camera, this.home)
  }

  setDots(dots: Dots): void {
    const moved = this.dots?.map !== dots.map
    this.dots = dots
    this.renderer.setDots(dots)
    if (moved) {
      this.grid = new SampleGrid(dots.map)
      this.showAll()
    } else this.draw()
  }

  resize(size: Size): void {
    this.size = { width: Math.max(1, size.width), height: Math.max(1, size.height) }
    this.showAll()
  }

  /** Shows all samples. */
  showAll(): void {
    if (!this.dots) return
    this.home = wholeMap(this.dots.map, this.size)
    this.look(this.home)
  }

  zoom(factor: number): void {
    this.look(zoomAt(this.camera, this.size, this.home, this.size.width / 2, this.size.height / 2, factor))
  }

  /** The sample next to `from` in a direction; the one nearest to the middle to begin with. */
  neighbour(from: number, right: number, down: number): number {
    if (!this.grid) return -1
    if (from < 0) return this.grid.nearest(this.camera.x, this.camera.y, Infinity)
    return this.grid.next(from, right, down)
  }

  /** Where a sample is on the screen. */
  placeOf(sample: number): [number, number] {
    const { map } = this.dots!
    return toScreen(this.camera, this.size, map[2 * sample], map[2 * sample + 1])
  }

  end(): void {
    cancelAnimationFrame(this.asked)
    this.renderer.end()
    this.canvas.remove()
  }

  private look(camera: Camera): void {
    this.camera = camera
    this.draw()
    this.events.onMove()
  }

  private readonly draw = () => {
    cancelAnimationFrame(this.asked)
    this.asked = requestAnimationFrame(() =>
      this.renderer.draw(this.camera, this.size, Math.min(2, devicePixelRatio), this.dot),
    )
  }

  private place(event: MouseEvent): { x: number; y: number } {
    const { left, top } = this.canvas.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }

  private readonly wheel = (event: WheelEvent) => {
    event.preventDefault()
    const { x, y } = this.place(event)
    const lines = event.deltaMode === 1 ? 20 : 1
    this.look(zoomAt(this.camera, this.size, this.home, x, y, 2 ** ((-event.deltaY * lines) / 240)))
  }

  private readonly down = (event: PointerEvent) => {
    this.canvas.setPointerCapture(event.pointerId)
    const place = this.place(event)
    this.pointers.set(event.pointerId, place)
    if (this.lassoing || event.shiftKey) this.line = [place.x, place.y]
  }

  private readonly move = (event: PointerEvent) => {
    const place = this.place(event)
    const before = this.pointers.get(event.pointerId)
    if (!before) {
      const [x, y] = toMap(this.camera, this.size, place.x, place.y)
      this.events.onHover(this.grid?.nearest(x, y, reach / this.camera.scale) ?? -1)
      return
    }
    if (this.line.length > 0) {
      this.line.push(place.x, place.y)
      this.events.onMove()
    } else if (this.pointers.size === 2) this.pinch(event.pointerId, place)
    else {
      const { scale } = this.camera
      this.look({
        scale,
        x: this.camera.x - (place.x - before.x) / scale,
        y: this.camera.y - (place.y - before.y) / scale,
      })
    }
    this.pointers.set(event.pointerId, place)
  }

  /** Two fingers: zooms by how their distance changes, around the one that rests. */
  private pinch(moving: number, place: { x: number; y: number }): void {
    const before = this.pointers.get(moving)!
    const [, other] = [...this.pointers].find(([id]) => id !== moving)!
    const distance = (from: { x: number; y: number }) => Math.max(1, Math.hypot(from.x - other.x, from.y - other.y))
    this.look(zoomAt(this.camera, this.size, this.home, other.x, other.y, distance(place) / distance(before)))
  }

  private readonly up = (event: PointerEvent) => {
    this.pointers.delete(event.pointerId)
    if (this.line.length === 0) return
    const onMap: number[] = []
    for (let p = 0; p < this.line.length; p += 2)
      onMap.push(...toMap(this.camera, this.size, this.line[p], this.line[p + 1]))
    this.line = []
    this.events.onSelect(this.dots ? insideLine(this.dots.map, onMap) : [])
    this.events.onMove()
  }

  private readonly leave = () => {
    if (this.pointers.size === 0) this.events.onHover(-1)
  }
}
