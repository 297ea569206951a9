/** Which part of the map is seen: a point at (x, y) stands at (x · scale + left, y · scale + top), in CSS pixels. */
export class Viewport {
  scale = 1
  left = 0
  top = 0
  /** The scale at which everything fits. */
  private fitted = 1
  private readonly bounds: { left: number; top: number; width: number; height: number }

  constructor(map: ArrayLike<number>) {
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
    for (let i = 0; i < map.length; i += 2) {
      left = Math.min(left, map[i])
      right = Math.max(right, map[i])
      top = Math.min(top, map[i + 1])
      bottom = Math.max(bottom, map[i + 1])
    }
    this.bounds = { left, top, width: right - left, height: bottom - top }
  }

  /** How far it is zoomed in, 1 when everything fits. */
  get zoom(): number {
    return this.scale / this.fitted
  }

  /** Shows everything in a frame of that size. */
  fit(width: number, height: number): void {
    const margin = Math.min(28, width / 14)
    const { bounds } = this
    this.fitted = Math.min(
      (width - 2 * margin) / Math.max(bounds.width, 1e-9),
      (height - 2 * margin) / Math.max(bounds.height, 1e-9),
    )
    if (!(this.fitted < 1e9)) this.fitted = 1
    this.scale = this.fitted
    this.left = width / 2 - (bounds.left + bounds.width / 2) * this.scale
    this.top = height / 2 - (bounds.top + bounds.height / 2) * this.scale
  }

  /** Zooms by `factor` about the point (x, y) of the screen; from half to 200 times. */
  zoomAt(x: number, y: number, factor: number): void {
    const scale = Math.min(200 * this.fitted, Math.max(0.5 * this.fitted, this.scale * factor))
    this.left = x - ((x - this.left) * scale) / this.scale
    this.top = y - ((y - this.top) * scale) / this.scale
    this.scale = scale
  }

  move(dx: number, dy: number): void {
    this.left += dx
    this.top += dy
  }
}
