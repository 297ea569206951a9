import { type ColourBy, type Colouring, colouring } from './colouring.ts'
import { drawDots } from './draw-dots.ts'
import { listen } from './gestures.ts'
import { Nearest } from './nearest.ts'
import type { PageData } from './page-data.ts'
import { unpack } from './unpack.ts'
import { Viewport } from './viewport.ts'

/** The map of the samples on a canvas: colours, zoom, and which sample is under the pointer. */
export class SampleMap {
  readonly labels: ArrayLike<number>
  readonly confidence: ArrayLike<number> | null
  readonly codes: ArrayLike<number> | null
  private readonly map: ArrayLike<number>
  private readonly view: Viewport
  private readonly context: CanvasRenderingContext2D
  private nearest: Nearest | undefined
  private colours!: Colouring
  private by: ColourBy = 'cluster'
  private only = -1
  private pointed = -1
  private frame = 0
  private size = { width: 0, height: 0, ratio: 1 }

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly data: PageData,
    private readonly isDark: () => boolean,
    private readonly onPoint: (sample: number, x: number, y: number) => void,
  ) {
    this.map = unpack(data.map)
    this.labels = unpack(data.labels)
    this.confidence = data.confidence && unpack(data.confidence)
    this.codes = data.truth && unpack(data.truth.codes)
    this.view = new Viewport(this.map)
    this.context = canvas.getContext('2d', { alpha: false })!
    listen(canvas, {
      move: (dx, dy) => this.change(() => this.view.move(dx, dy)),
      zoom: (x, y, factor) => this.change(() => this.view.zoomAt(x, y, factor)),
      reset: () => this.reset(),
      point: (x, y) => this.point(x, y),
      leave: () => this.select(-1, 0, 0),
    })
    new ResizeObserver(() => this.resize()).observe(canvas)
    this.recolour()
    this.resize()
  }

  colourBy(by: ColourBy): void {
    this.by = by
    this.recolour()
  }

  /** Takes the colours of the page again, at once: what is printed next must have them. */
  recolour(): void {
    const { labels, confidence, codes } = this
    this.colours = colouring(this.by, this.isDark(), this.data, { labels, confidence, codes })
    this.draw()
  }

  /** Shows one cluster only, the others faintly; −1: all. */
  showOnly(cluster: number): void {
    this.only = cluster
    this.redraw()
  }

  /** Zooms about the middle. */
  zoom(factor: number): void {
    this.change(() => this.view.zoomAt(this.size.width / 2, this.size.height / 2, factor))
  }

  reset(): void {
    this.change(() => this.view.fit(this.size.width, this.size.height))
  }

  private change(how: () => void): void {
    how()
    this.select(-1, 0, 0)
    // While it is zoomed in a finger moves the map; otherwise it scrolls the page.
    this.canvas.classList.toggle('zoomed', this.view.zoom > 1.05)
    this.redraw()
  }

  private point(x: number, y: number): void {
    this.nearest ??= new Nearest(this.map)
    const { scale, left, top } = this.view
    const sample = this.nearest.find((x - left) / scale, (y - top) / scale, Math.max(8, this.radius() + 3) / scale)
    this.select(sample, x, y)
  }

  private select(sample: number, x: number, y: number): void {
    if (sample !== this.pointed) {
      this.pointed = sample
      this.redraw()
    }
    this.onPoint(sample, x, y)
  }

  private resize(): void {
    const { width, height } = this.canvas.getBoundingClientRect()
    const ratio = Math.min(3, Math.max(1, window.devicePixelRatio))
    if (width === 0 || (width === this.size.width && height === this.size.height && ratio === this.size.ratio)) return
    this.size = { width, height, ratio }
    this.canvas.width = Math.round(width * ratio)
    this.canvas.height = Math.round(height * ratio)
    this.view.fit(width, height)
    this.draw()
  }

  private redraw(): void {
    if (this.frame !== 0) return
    this.frame = requestAnimationFrame(() => {
      this.frame = 0
      this.draw()
    })
  }

  /** CSS pixels: smaller the more samples there are, larger when zoomed in. */
  private radius(): number {
    const base =
      Math.min(3.4, Math.max(0.9, 8.2 * this.data.samples ** -0.18 - 0.1)) * Math.min(1, 0.55 + this.size.width / 1600)
    return Math.min(6, base * this.view.zoom ** 0.3)
  }

  private draw(): void {
    const { context, canvas, size, view, labels } = this
    if (canvas.width === 0 || canvas.height === 0) return
    const style = getComputedStyle(canvas)
    const paper = rgb(style.backgroundColor)
    const image = context.createImageData(canvas.width, canvas.height)
    const { ratio } = size
    drawDots(
      image,
      { map: this.map, ...this.colours, only: this.only < 0 ? () => true : (sample) => labels[sample] === this.only },
      { scale: view.scale * ratio, left: view.left * ratio, top: view.top * ratio },
      this.radius() * ratio,
      paper,
    )
    context.putImageData(image, 0, 0)
    context.save()
    context.scale(ratio, ratio)
    this.drawNumbers(style.color, `rgb(${paper.join(' ')} / 0.85)`)
    this.drawRing(style.color)
    context.restore()
  }

  private drawNumbers(ink: string, halo: string): void {
    const { context, data, view } = this
    const points = data.clusters > 40 ? 11 : 14
    context.font = `600 ${points}px system-ui, sans-serif`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.lineJoin = 'round'
    context.lineWidth = 4
    context.strokeStyle = halo
    context.fillStyle = ink
    data.centres.forEach((centre, cluster) => {
      if (!centre || (this.only >= 0 && cluster !== this.only)) return
      const x = centre[0] * view.scale + view.left
      const y = centre[1] * view.scale + view.top
      context.strokeText(String(cluster), x, y)
      context.fillText(String(cluster), x, y)
    })
  }

  private drawRing(ink: string): void {
    if (this.pointed < 0) return
    const { context, map, view } = this
    context.strokeStyle = ink
    context.lineWidth = 1.5
    context.beginPath()
    const x = map[2 * this.pointed] * view.scale + view.left
    const y = map[2 * this.pointed + 1] * view.scale + view.top
    context.arc(x, y, this.radius() + 3, 0, 2 * Math.PI)
    context.stroke()
  }
}

function rgb(colour: string): [number, number, number] {
  const parts = colour.match(/\d+(\.\d+)?/g)!.map(Number)
  return [parts[0], parts[1], parts[2]]
}
