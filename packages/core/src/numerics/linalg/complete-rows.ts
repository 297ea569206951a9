/**
 * Fills rows `known` … `total` − 1 of `rows` (each `length` long) so that all are orthonormal; the first `known` rows are so already.
 * Rule: always take the unit vector that the rows so far cover least, ties by lowest index, and subtract its projection. O(total²·length).
 */
export function completeRowsInto(rows: Float64Array, known: number, total: number, length: number): void {
  const covered = new Float64Array(length)
  for (let r = 0; r < known; r++) cover(r)
  for (let r = known; r < total; r++) {
    let axis = 0
    for (let i = 1; i < length; i++) if (covered[i] < covered[axis]) axis = i
    rows.fill(0, r * length, (r + 1) * length)
    rows[r * length + axis] = 1
    // Once loses digits when little is left; twice is enough.
    for (let pass = 0; pass < 2; pass++) {
      for (let q = 0; q < r; q++) {
        let along = 0
        for (let i = 0; i < length; i++) along += rows[q * length + i] * rows[r * length + i]
        if (along !== 0) for (let i = 0; i < length; i++) rows[r * length + i] -= along * rows[q * length + i]
      }
      let sum = 0
      for (let i = 0; i < length; i++) sum += rows[r * length + i] * rows[r * length + i]
      const norm = Math.sqrt(sum)
      for (let i = 0; i < length; i++) rows[r * length + i] /= norm
    }
    cover(r)
  }

  function cover(row: number): void {
    for (let i = 0; i < length; i++) covered[i] += rows[row * length + i] * rows[row * length + i]
  }
}
