/**
 * Matches rows with different columns so that the matched counts add up to the most (Hungarian method by shortest augmenting paths). A row without a partner gets −1.
 * `counts` must have at least as many columns as rows; add columns of zeros where it has fewer.
 */
export function bestMatching(counts: readonly (readonly number[])[]): number[] {
  const columns = counts[0].length
  const rowPotential = counts.map(() => 0)
  // The last column stands for the row that still looks for a partner.
  const columnPotential = new Array<number>(columns + 1).fill(0)
  const rowOf = new Array<number>(columns + 1).fill(-1)
  for (const row of counts.keys()) {
    const before = new Array<number>(columns + 1).fill(columns)
    const slack = new Array<number>(columns + 1).fill(Infinity)
    const reached = new Set<number>()
    let column = columns
    rowOf[column] = row
    while (rowOf[column] >= 0) {
      reached.add(column)
      const from = rowOf[column]
      let next = -1
      for (let j = 0; j < columns; j++) {
        if (reached.has(j)) continue
        const reduced = -counts[from][j] - rowPotential[from] - columnPotential[j]
        if (reduced < slack[j]) [slack[j], before[j]] = [reduced, column]
        if (next < 0 || slack[j] < slack[next]) next = j
      }
      const step = slack[next]
      for (const j of reached) {
        rowPotential[rowOf[j]] += step
        columnPotential[j] -= step
      }
      for (let j = 0; j < columns; j++) if (!reached.has(j)) slack[j] -= step
      column = next
    }
    while (column !== columns) {
      rowOf[column] = rowOf[before[column]]
      column = before[column]
    }
  }
  return counts.map((_, row) => rowOf.slice(0, columns).indexOf(row))
}
