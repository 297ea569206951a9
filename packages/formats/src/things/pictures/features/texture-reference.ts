import { PATTERNS, TEXTURE_GRID } from './texture.ts'

/** cos 45°. */
const DIAGONAL = Math.SQRT1_2

/** What the kernel `texturePatterns` gives, as a plain loop: how often each pattern occurs in each cell. `grey` is a square; its border has no pattern. */
export function texturePatternsReference(grey: Float64Array, side: number, table: Uint8Array): Float64Array {
  const cells = new Float64Array(TEXTURE_GRID * TEXTURE_GRID * PATTERNS)
  const span = side / TEXTURE_GRID
  for (let row = 1; row < side - 1; row++)
    for (let column = 1; column < side - 1; column++) {
      const cell = Math.floor(row / span) * TEXTURE_GRID + Math.floor(column / span)
      cells[cell * PATTERNS + table[patternCode(grey, side, row, column)]]++
    }
  return cells
}

/** One bit per neighbour on the circle of radius 1: 1 where it is at least as bright. Differences are interpolated, not values, so that what is flat stays exactly flat. */
export function patternCode(grey: Float64Array, side: number, row: number, column: number): number {
  const centre = grey[row * side + column]
  const at = (down: number, right: number) => grey[(row + down) * side + column + right] - centre
  const diagonal = (down: number, right: number) =>
    (1 - DIAGONAL) * ((1 - DIAGONAL) * 0 + DIAGONAL * at(0, right)) +
    DIAGONAL * ((1 - DIAGONAL) * at(down, 0) + DIAGONAL * at(down, right))
  const around = [
    at(0, 1),
    diagonal(-1, 1),
    at(-1, 0),
    diagonal(-1, -1),
    at(0, -1),
    diagonal(1, -1),
    at(1, 0),
    diagonal(1, 1),
  ]
  return around.reduce((code, difference, bit) => code | (difference >= 0 ? 1 << bit : 0), 0)
}
