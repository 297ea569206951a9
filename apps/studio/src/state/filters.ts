import type { MetadataColumn } from '@manyview/core/metadata'
import { computed, effect, signal } from '@preact/signals'
import { chosenRun, shownRun } from './session.ts'
import { columnsOf } from './sheet.ts'

/** What samples must have in a column: a number or date in a range, both ends included, or one of some levels. */
export type Filter = { low: number; high: number } | { levels: ReadonlySet<number> }

/** The filters by the names of their columns; samples must pass all of them. */
export const filters = signal<Readonly<Record<string, Filter>>>({})

effect(() => {
  chosenRun.value
  filters.value = {}
})

/** Filters a column; null takes its filter away. */
export function setFilter(name: string, filter: Filter | null): void {
  const { [name]: _, ...others } = filters.value
  filters.value = filter ? { ...others, [name]: filter } : others
}

/** 1 for each sample that passes all filters; null without filters. */
export const passing = computed<Uint8Array | null>(() => {
  const run = shownRun.value
  const active = Object.entries(filters.value)
  if (!run || active.length === 0) return null
  const columns = columnsOf(run)
  const passes = new Uint8Array(run.stored.labels.length).fill(1)
  for (const [name, filter] of active) {
    const column = columns.find((each) => each.name === name)
    if (column) for (let i = 0; i < passes.length; i++) if (!hasValue(column, filter, i)) passes[i] = 0
  }
  return passes
})

function hasValue(column: MetadataColumn, filter: Filter, sample: number): boolean {
  if (column.kind === 'category') return 'levels' in filter && filter.levels.has(column.codes[sample])
  const value = column.values[sample]
  return 'low' in filter && value >= filter.low && value <= filter.high
}
