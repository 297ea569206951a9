import { boundsOf } from './bounds.ts'

/** Finds the sample nearest to a place of the map without looking at all of them. */
export class SampleGrid {
  private readonly map: ArrayLike<number>
  private readonly cells: Uint32Array
  private readonly starts: Uint32Array
  private readonly side: number
  private readonly left: number
  private readonly top: number
  private readonly cell: number

  /** O(samples). */
  constructor(map: ArrayLike<number>) {
    this.map = map
    const samples = map.length / 2
    const { left, top, size } = boundsOf(map)
    this.left = left
    this.top = top
    this.side = Math.max(1, Math.min(512, Math.ceil(Math.sqrt(samples / 2))))
    this.cell = Math.max(size, 1e-9) / this.side
    const counts = new Uint32Array(this.side * this.side + 1)
    const places = Uint32Array.from({ length: samples }, (_, i) => this.cellOf(map[2 * i], map[2 * i + 1]))
    for (const place of places) counts[place + 1]++
    for (let c = 0; c < counts.length - 1; c++) counts[c + 1] += counts[c]
    this.starts = counts
    this.cells = new Uint32Array(samples)
    const next = counts.slice()
    places.forEach((place, i) => {
      this.cells[next[place]++] = i
    })
  }

  private along(value: number, from: number): number {
    // Samples without a place lie in the first cell, where nothing is near them.
    return Math.max(0, Math.min(this.side - 1, Math.floor((value - from) / this.cell) || 0))
  }

  private cellOf(x: number, y: number): number {
    return this.along(y, this.top) * this.side + this.along(x, this.left)
  }

  /** The nearest sample within `reach` (in units of the map), or −1. */
  nearest(x: number, y: number, reach: number): number {
    let best = -1
    let least = reach * reach
    const [fromRow, toRow] = [this.along(y - reach, this.top), this.along(y + reach, this.top)]
    const [fromColumn, toColumn] = [this.along(x - reach, this.left), this.along(x + reach, this.left)]
    for (let row = fromRow; row <= toRow; row++)
      for (let column = fromColumn; column <= toColumn; column++) {
        const at = row * this.side + column
        for (let p = this.starts[at]; p < this.starts[at + 1]; p++) {
          const i = this.cells[p]
          const dx = this.map[2 * i] - x
          const dy = this.map[2 * i + 1] - y
          const distance = dx * dx + dy * dy
          if (distance <= least) {
            least = distance
            best = i
          }
        }
      }
    return best
  }

  /** The sample that lies next in a direction (a unit vector): near, and not far off to the side. `from` when there is none. */
  next(from: number, right: number, down: number): number {
    let best = from
    let least = Infinity
    const [x, y] = [this.map[2 * from], this.map[2 * from + 1]]
    for (let i = 0; i < this.map.length / 2; i++) {
      const dx = this.map[2 * i] - x
      const dy = this.map[2 * i + 1] - y
      const ahead = dx * right + dy * down
      const aside = Math.abs(dx * down - dy * right)
      if (ahead <= 0 || aside > ahead) continue
      const distance = ahead + 2 * aside
      if (distance < least) {
        least = distance
        best = i
      }
    }
    return best
  }
}

/** The samples inside a closed line of map places (x, y, x, y, …), by the rule of crossings. O(samples · corners). */
export function insideLine(map: ArrayLike<number>, line: readonly number[]): number[] {
  const inside: number[] = []
  const corners = line.length / 2
  if (corners < 3) return inside
  for (let i = 0; i < map.length / 2; i++) {
    const [x, y] = [map[2 * i], map[2 * i + 1]]
    let within = false
    for (let a = 0, b = corners - 1; a < corners; b = a++) {
      const [ax, ay, bx, by] = [line[2 * a], line[2 * a + 1], line[2 * b], line[2 * b + 1]]
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within
    }
    if (within) inside.push(i)
  }
  return inside
}
