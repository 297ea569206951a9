import { COLOUR_BINS, COLOUR_GRID, type ColourTables, LIGHTNESS_NODES, TINT_NODES } from './colour.ts'

/** What the kernel `colourHistograms` gives, as a plain loop: soft histograms of lightness, green–red and blue–yellow of each cell. `pixels` is a square of red, green, blue. */
export function colourHistogramsReference(pixels: Uint8Array, side: number, tables: ColourTables): Float64Array {
  const bins = COLOUR_BINS
  const cells = new Float64Array(COLOUR_GRID * COLOUR_GRID * bins)
  const span = side / COLOUR_GRID
  for (let row = 0, p = 0; row < side; row++)
    for (let column = 0; column < side; column++, p += 3) {
      const cell = (Math.floor(row / span) * COLOUR_GRID + Math.floor(column / span)) * bins
      const [lightness, tint, warmth] = labOf(pixels[p], pixels[p + 1], pixels[p + 2], tables)
      drop(cells, cell, LIGHTNESS_NODES, (lightness * (LIGHTNESS_NODES - 1)) / 100)
      drop(cells, cell + LIGHTNESS_NODES, TINT_NODES, (tint + 60) / 20)
      drop(cells, cell + LIGHTNESS_NODES + TINT_NODES, TINT_NODES, (warmth + 60) / 20)
    }
  return cells
}

/** CIELAB of a colour in sRGB (IEC 61966-2-1, white D65). */
export function labOf(red: number, green: number, blue: number, { linear, root }: ColourTables): number[] {
  const [r, g, b] = [linear[red], linear[green], linear[blue]]
  const x = rootAt(root, (0.412453 * r + 0.35758 * g + 0.180423 * b) / 0.95047)
  const y = rootAt(root, 0.212671 * r + 0.71516 * g + 0.072169 * b)
  const z = rootAt(root, (0.019334 * r + 0.119193 * g + 0.950227 * b) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

function rootAt(root: Float64Array, t: number): number {
  const place = Math.min(t, 1) * (root.length - 1)
  const below = Math.min(Math.floor(place), root.length - 2)
  return root[below] + (place - below) * (root[below + 1] - root[below])
}

/** One pixel is shared by the two nodes around it. */
function drop(histogram: Float64Array, first: number, nodes: number, place: number): void {
  const inside = Math.min(Math.max(place, 0), nodes - 1)
  const below = Math.min(Math.floor(inside), nodes - 2)
  histogram[first + below] += 1 - (inside - below)
  histogram[first + below + 1] += inside - below
}
