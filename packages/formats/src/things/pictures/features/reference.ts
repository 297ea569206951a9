import { COLOUR_BINS, COLOUR_GRID, type ColourTables, LIGHTNESS_NODES, TINT_NODES } from './colour.ts'
import { EVEN_REACH, LAYOUT_GRID, type LayoutTables, ORIENTATIONS, PAIRS, REACH, SCALES } from './layout.ts'
import { DIRECTIONS, SHAPE_GRID } from './shape.ts'
import { PATTERNS, TEXTURE_GRID } from './texture.ts'

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

/** What the kernel `greyAndTone` gives, as a plain loop: the brightness (Rec. 709) of each pixel of red, green, blue, and what `tones` has for it. */
export function greyAndToneReference(
  pixels: Uint8Array,
  tones: Float64Array,
): { grey: Float64Array; tone: Float64Array } {
  const grey = Float64Array.from({ length: pixels.length / 3 }, (_, p) =>
    Math.floor((2126 * pixels[3 * p] + 7152 * pixels[3 * p + 1] + 722 * pixels[3 * p + 2] + 5000) / 10000),
  )
  return { grey, tone: grey.map((value) => tones[value]) }
}

/** What the kernel `halve` gives: means of blocks of 2 × 2 of a square image. */
export function halveReference(image: Float64Array, side: number): Float64Array {
  const half = side / 2
  return Float64Array.from({ length: half * half }, (_, p) => {
    const q = 2 * Math.floor(p / half) * side + 2 * (p % half)
    return (image[q] + image[q + 1] + image[q + side] + image[q + side + 1]) / 4
  })
}

/** What the kernel `orientedEnergy` gives, as plain loops: mean size of the waves by scale, cell and orientation. `tone` is a square, the logarithm of light. */
export function orientedEnergyReference(tone: Float64Array, side: number, tables: LayoutTables): Float64Array {
  const energies = new Float64Array(SCALES * LAYOUT_GRID * LAYOUT_GRID * ORIENTATIONS)
  const perScale = energies.length / SCALES
  let image = evenContrast(tone, side, tables.even)
  for (let scale = 0, width = side; scale < SCALES; scale++, width /= 2) {
    if (scale > 0) image = smaller(image, 2 * width, tables.blur)
    addEnergies(image, width, tables, energies.subarray(scale * perScale, (scale + 1) * perScale))
  }
  return energies
}

/** The image less its local mean, over 0.2 more than its local deviation (Oliva and Torralba 2001). */
function evenContrast(tone: Float64Array, side: number, even: Float64Array): Float64Array {
  const mean = filtered(tone, side, even, even, EVEN_REACH)
  const apart = tone.map((value, p) => value - mean[p])
  const variance = filtered(
    apart.map((value) => value * value),
    side,
    even,
    even,
    EVEN_REACH,
  )
  return apart.map((value, p) => value / (0.2 + Math.sqrt(variance[p])))
}

/** Every second pixel of every second row of the blurred image. */
function smaller(image: Float64Array, side: number, blur: Float64Array): Float64Array {
  const blurred = filtered(image, side, blur, blur, 2)
  const half = side / 2
  return Float64Array.from({ length: half * half }, (_, p) => blurred[2 * Math.floor(p / half) * side + 2 * (p % half)])
}

function addEnergies(image: Float64Array, side: number, { filters }: LayoutTables, energies: Float64Array): void {
  const span = side / LAYOUT_GRID
  const taps = 2 * REACH + 1
  const cellOf = (p: number) =>
    (Math.floor(Math.floor(p / side) / span) * LAYOUT_GRID + Math.floor((p % side) / span)) * ORIENTATIONS
  for (let pair = 0; pair < PAIRS; pair++) {
    const filter = (f: number) => filters.subarray((4 * pair + f) * taps, (4 * pair + f + 1) * taps)
    const cosineCosine = filtered(image, side, filter(0), filter(2), REACH)
    const cosineSine = filtered(image, side, filter(0), filter(3), REACH)
    const sineCosine = filtered(image, side, filter(1), filter(2), REACH)
    const sineSine = filtered(image, side, filter(1), filter(3), REACH)
    // A wave along (u, v) is cos(ux + vy) + i·sin(ux + vy); its mirror image has −v.
    for (let p = 0; p < image.length; p++) {
      const [even, odd] = [cosineCosine[p] - sineSine[p], sineCosine[p] + cosineSine[p]]
      energies[cellOf(p) + pair] += Math.sqrt(even * even + odd * odd)
      if (pair === 0 || pair === PAIRS - 1) continue
      const [mirroredEven, mirroredOdd] = [cosineCosine[p] + sineSine[p], sineCosine[p] - cosineSine[p]]
      energies[cellOf(p) + ORIENTATIONS - pair] += Math.sqrt(mirroredEven * mirroredEven + mirroredOdd * mirroredOdd)
    }
  }
  for (let p = 0; p < energies.length; p++) energies[p] /= span * span
}

/** The image after one filter along its rows and one along its columns; beyond its border it is mirrored. */
function filtered(
  image: Float64Array,
  side: number,
  across: Float64Array,
  down: Float64Array,
  reach: number,
): Float64Array {
  const mirrored = (place: number) => (place < 0 ? -1 - place : place >= side ? 2 * side - 1 - place : place)
  const along = new Float64Array(side * side)
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++)
      for (let t = -reach; t <= reach; t++)
        along[row * side + column] += across[t + reach] * image[row * side + mirrored(column + t)]
  const both = new Float64Array(side * side)
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++)
      for (let t = -reach; t <= reach; t++)
        both[row * side + column] += down[t + reach] * along[mirrored(row + t) * side + column]
  return both
}

/** What the kernel `orientedGradients` gives, as a plain loop: the size of gradients by direction, summed over each cell. `grey` is a square; gradients are differences of the two neighbours, 0 at the border. */
export function orientedGradientsReference(grey: Float64Array, side: number, edges: Float64Array): Float64Array {
  const cells = new Float64Array(SHAPE_GRID * SHAPE_GRID * DIRECTIONS)
  const span = side / SHAPE_GRID
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      const p = row * side + column
      const across = column > 0 && column < side - 1 ? grey[p + 1] - grey[p - 1] : 0
      const down = row > 0 && row < side - 1 ? grey[p + side] - grey[p - side] : 0
      const cell = Math.floor(row / span) * SHAPE_GRID + Math.floor(column / span)
      cells[cell * DIRECTIONS + directionOf(across, down, edges)] += Math.sqrt(across * across + down * down)
    }
  return cells
}

/** Which of the directions: how many of their edges lie before it, told by the sign of a product instead of an angle. */
function directionOf(across: number, down: number, edges: Float64Array): number {
  const turned = down < 0 || (down === 0 && across < 0)
  const [x, y] = turned ? [-across, -down] : [across, down]
  let direction = 0
  while (direction < DIRECTIONS - 1 && edges[2 * direction] * y - edges[2 * direction + 1] * x >= 0) direction++
  return direction
}

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
