import { EVEN_REACH, LAYOUT_GRID, type LayoutTables, ORIENTATIONS, PAIRS, REACH, SCALES } from './layout.ts'

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
