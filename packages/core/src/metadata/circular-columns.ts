import type { DenseView, SparseView } from '../views/view.ts'
import type { CategoryColumn, MetadataColumn, NumberColumn } from './column.ts'

/** A column of metadata that a feature repeats. */
export interface CircularColumn {
  column: string
  view: string
  feature: number
}

/** Samples that are looked at. */
const MOST_SAMPLES = 1000
/** With fewer samples, or fewer of one value, a feature agrees by chance. */
const FEWEST_SAMPLES = 10
const FEWEST_OF_A_VALUE = 3
const ROUNDING = 1e-6

/**
 * The columns of metadata that stand in a view, too, so that clusters go with them because they were made of them: numbers that a feature is a straight line of, categories that settle what a feature is (its code, or one of its
 * levels). Looks at the first 1,000 samples; a view may hold only the first of them. O(columns · features), and more only where values agree.
 */
export function circularColumns(
  columns: readonly MetadataColumn[],
  views: Readonly<Record<string, DenseView | SparseView>>,
): CircularColumn[] {
  const circular: CircularColumn[] = []
  for (const [view, rows] of Object.entries(views)) {
    const samples = Math.min(rows.samples, MOST_SAMPLES)
    const candidates = new Set(columns.filter(({ name }) => !circular.some(({ column }) => column === name)))
    const value = valuesOf(rows, samples)
    for (let feature = 0; feature < rows.features && candidates.size > 0; feature++)
      for (const column of candidates) {
        const repeats =
          column.kind === 'category' ? settles(column, samples, feature) : isLine(column, samples, feature)
        if (!repeats) continue
        candidates.delete(column)
        circular.push({ column: column.name, view, feature })
      }

    /** True where samples of one level have one value, and at least two values occur often. */
    function settles({ codes }: CategoryColumn, count: number, j: number): boolean {
      const byLevel = new Map<number, number>()
      const often = new Map<number, number>()
      for (let i = 0; i < count; i++) {
        const here = value(i, j)
        if (codes[i] < 0 || Number.isNaN(here)) continue
        const before = byLevel.get(codes[i])
        if (before !== undefined && before !== here) return false
        byLevel.set(codes[i], here)
        often.set(here, (often.get(here) ?? 0) + 1)
      }
      return [...often.values()].filter((times) => times >= FEWEST_OF_A_VALUE).length > 1
    }

    /** True where the feature is a straight line of the column. */
    function isLine({ values }: NumberColumn, count: number, j: number): boolean {
      let [seen, from, slope] = [0, -1, Number.NaN]
      for (let i = 0; i < count; i++) {
        const here = value(i, j)
        if (Number.isNaN(values[i]) || Number.isNaN(here)) continue
        if (from < 0) from = i
        else if (Number.isNaN(slope)) {
          if (values[i] !== values[from]) slope = (here - value(from, j)) / (values[i] - values[from])
          else if (here !== value(from, j)) return false
        }
        if (slope === 0) return false
        const expected = value(from, j) + slope * (values[i] - values[from])
        if (!Number.isNaN(slope) && Math.abs(here - expected) > ROUNDING * (Math.abs(here) + Math.abs(expected)))
          return false
        seen++
      }
      return seen >= FEWEST_SAMPLES && !Number.isNaN(slope)
    }
  }
  return circular
}

/** How entries of a view are looked up; the first samples of a sparse one are laid out by sample. */
function valuesOf(view: DenseView | SparseView, samples: number): (sample: number, feature: number) => number {
  if ('data' in view) return (i, j) => view.data[i * view.features + j]
  const { values, indices, pointers } = view
  const rows = Array.from({ length: samples }, (_, i) => {
    const row = new Map<number, number>()
    for (let p = pointers[i]; p < pointers[i + 1]; p++) row.set(indices[p], values[p])
    return row
  })
  return (i, j) => rows[i].get(j) ?? 0
}
