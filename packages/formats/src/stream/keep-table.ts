import { type BlockedView, InputError, type Scratch } from '@manyview/core'
import { findViews } from '../dataset/find-views.ts'
import type { Findings, FoundView } from '../dataset/findings.ts'
import { matrixShape, toView } from '../dataset/to-view.ts'
import type { ReadOptions } from '../read-options.ts'
import type { TableParts } from './table-parts.ts'

/**
 * Copies the views of a table to `scratch` part by part; `found` is what its first part holds. Ids and labels of all parts come into `found`, which had those of the first. One reading of the
 * table.
 */
export async function keepTable(
  source: string,
  parts: TableParts,
  found: Findings,
  options: ReadOptions,
  scratch: Scratch,
): Promise<Map<FoundView, BlockedView>> {
  const views = found.views.filter((view) => view.source === source)
  const labels = found.labels.filter(({ table }) => table === source)
  for (const { axis, value } of views)
    if (axis === 'columns' || value.type === 'sparse')
      throw new InputError(
        `${axis === 'columns' ? 'samples are columns' : 'columns of text are a view'}, which cannot be read in blocks, choose columns of numbers or fit it in memory`,
        { code: 'stream', argument: source },
      )
  const rooms = views.map(({ value }) => scratch.room(parts.rows, matrixShape(value)[1]))
  const ids: string[] = []
  const values = labels.map((): string[] => [])
  let row = 0
  for await (const table of parts.read()) {
    const part = findViews([{ source, kind: 'table', table, rows: parts.rows }], options)
    part.views.forEach(({ value }, v) => {
      const view = toView(value, 'rows')
      if ('data' in view) rooms[v].writeRows(row, Float64Array.from(view.data))
    })
    for (const id of [...part.views, ...part.labels][0]?.ids ?? []) ids.push(id)
    part.labels.forEach((label, l) => {
      for (const value of label.values) values[l].push(value)
    })
    row += table.rows
  }
  const known = ids.length > 0 ? ids : null
  for (const view of views) view.ids = known
  labels.forEach((label, l) => {
    label.values = values[l]
    label.ids = known
  })
  return new Map(views.map((view, v) => [view, keptView(rooms[v])]))
}

/** Rows in scratch as a view. */
export function keptView(room: ReturnType<Scratch['room']>): BlockedView {
  return {
    samples: room.rows,
    features: room.columns,
    readRows: (begin, end, to) => room.readRows(begin, end, to),
  }
}
