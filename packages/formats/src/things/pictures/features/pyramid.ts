/** Which part of a picture: a cell of a grid of `side` × `side`. */
interface Region {
  side: number
  row: number
  column: number
}

/** The regions of a spatial pyramid (Lazebnik, Schmid, Ponce 2006) down to a grid of `finest` × `finest`, a power of two: the whole, its quarters, and so on, row by row. */
export function pyramidRegions(finest: number): Region[] {
  const regions: Region[] = []
  for (let side = 1; side <= finest; side *= 2)
    for (let row = 0; row < side; row++)
      for (let column = 0; column < side; column++) regions.push({ side, row, column })
  return regions
}

/** Histograms (`bins` long) of all regions of the pyramid, each the sum over the cells of the finest grid that it covers. */
export function pyramidHistograms(cells: ArrayLike<number>, finest: number, bins: number): Float64Array {
  const regions = pyramidRegions(finest)
  const histograms = new Float64Array(regions.length * bins)
  regions.forEach(({ side, row, column }, r) => {
    const span = finest / side
    for (let y = row * span; y < (row + 1) * span; y++)
      for (let x = column * span; x < (column + 1) * span; x++)
        for (let b = 0; b < bins; b++) histograms[r * bins + b] += cells[(y * finest + x) * bins + b]
  })
  return histograms
}

/** Divides each part of `length` entries by its sum; a part without anything stays. */
export function normaliseParts(values: Float64Array, length: number): Float64Array {
  for (let first = 0; first < values.length; first += length) {
    let sum = 0
    for (let p = first; p < first + length; p++) sum += values[p]
    if (sum > 0) for (let p = first; p < first + length; p++) values[p] /= sum
  }
  return values
}

/** A region as people say it. */
export function regionName({ side, row, column }: Region): string {
  if (side === 1) return 'whole'
  if (side === 2) return `${row === 0 ? 'top' : 'bottom'} ${column === 0 ? 'left' : 'right'}`
  return `row ${row + 1}, column ${column + 1} of ${side}`
}
