/** Finds the sample nearest to a place on the map through a grid of about one sample a cell. */
export class Nearest {
  private readonly cells = new Map<number, number[]>()
  private readonly side: number
  private readonly left: number
  private readonly top: number

  constructor(private readonly map: ArrayLike<number>) {
    let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
    for (let i = 0; i < map.length; i += 2) {
      left = Math.min(left, map[i])
      right = Math.max(right, map[i])
      top = Math.min(top, map[i + 1])
      bottom = Math.max(bottom, map[i + 1])
    }
    this.left = left
    this.top = top
    this.side = Math.max(right - left, bottom - top, 1e-9) / Math.max(1, Math.ceil(Math.sqrt(map.length / 2)))
    for (let i = 0; i < map.length / 2; i++) {
      const key = this.key(this.column(map[2 * i]), this.row(map[2 * i + 1]))
      const cell = this.cells.get(key)
      if (cell) cell.push(i)
      else this.cells.set(key, [i])
    }
  }

  /** The nearest sample within `reach`, or −1. */
  find(x: number, y: number, reach: number): number {
    let best = -1
    let least = reach * reach
    for (let row = this.row(y - reach); row <= this.row(y + reach); row++)
      for (let column = this.column(x - reach); column <= this.column(x + reach); column++)
        for (const i of this.cells.get(this.key(column, row)) ?? []) {
          const square = (this.map[2 * i] - x) ** 2 + (this.map[2 * i + 1] - y) ** 2
          if (square <= least) {
            least = square
            best = i
          }
        }
    return best
  }

  private column(x: number): number {
    return Math.floor((x - this.left) / this.side)
  }

  private row(y: number): number {
    return Math.floor((y - this.top) / this.side)
  }

  private key(column: number, row: number): number {
    return row * 65_536 + column
  }
}
