import type { MetadataColumn } from '@manyview/core/metadata'
import type { Run } from './run.ts'

/** What rows are sorted by: the ids, the clusters or a column by its place; null as they come. */
export type Order = { by: 'id' | 'cluster' | number; down: boolean } | null

const byText = new Intl.Collator(undefined, { numeric: true })

/** The samples in another order; those without a value come last either way. O(n log n). */
export function sorted(
  { stored: { ids, labels } }: Run,
  columns: readonly MetadataColumn[],
  samples: readonly number[],
  order: Order,
): readonly number[] {
  if (!order || (typeof order.by === 'number' && !columns[order.by])) return samples
  const sign = order.down ? -1 : 1
  if (order.by === 'id' && ids) return samples.toSorted((a, b) => sign * byText.compare(ids[a], ids[b]) || a - b)
  const key =
    order.by === 'id' ? (sample: number) => sample : sortKey(order.by === 'cluster' ? labels : columns[order.by])
  return samples.toSorted((a, b) => {
    const [first, second] = [key(a), key(b)]
    if (Number.isNaN(first) || Number.isNaN(second)) return Number(Number.isNaN(first)) - Number(Number.isNaN(second))
    return sign * (first - second) || a - b
  })
}

/** The value of each sample as a number: levels stand in the order of their names. */
function sortKey(column: Int32Array | MetadataColumn): (sample: number) => number {
  if (column instanceof Int32Array) return (sample) => column[sample]
  if (column.kind !== 'category') return (sample) => column.values[sample]
  return (sample) => (column.codes[sample] < 0 ? Number.NaN : column.codes[sample])
}
