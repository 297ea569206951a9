import type { Scratch, ShapedView } from '@manyview/core'
import type { Contents, TableContents } from '../../readers/read-source.ts'
import type { Findings, FoundLabels, FoundView } from '../findings.ts'
import { matrixShape, toView } from '../to-view.ts'
import { keeper } from './keep-rows.ts'

/** What was found in tables that were left in their files, with the ids and labels of all their rows. */
interface KeptTables {
  found: Findings
  /** For each view of `found` its samples in scratch; null where it is no such table's. */
  kept: (ShapedView | null)[]
}

/** Copies the views of tables that were left in their files to `scratch`, part by part; `found` is what their first parts hold. One reading of each table. */
export async function keepTables(
  contents: readonly Contents[],
  found: Findings,
  scratch: Scratch | undefined,
): Promise<KeptTables> {
  const views = new Map<FoundView, { view: FoundView; kept: ShapedView }>()
  const labels = new Map<FoundLabels, FoundLabels>()
  for (const content of contents)
    if (content.kind === 'table' && content.parts && scratch) await keepTable(content, found, scratch, views, labels)
  return {
    found: {
      ...found,
      views: found.views.map((view) => views.get(view)?.view ?? view),
      labels: found.labels.map((each) => labels.get(each) ?? each),
    },
    kept: found.views.map((view) => views.get(view)?.kept ?? null),
  }
}

async function keepTable(
  { source, parts }: TableContents,
  found: Findings,
  scratch: Scratch,
  keptViews: Map<FoundView, { view: FoundView; kept: ShapedView }>,
  keptLabels: Map<FoundLabels, FoundLabels>,
): Promise<void> {
  const views = found.views.filter((view) => view.source === source)
  const labels = found.labels.filter(({ table }) => table === source)
  const keepers = views.map(({ value }) =>
    keeper({ samples: parts!.rows, features: matrixShape(value)[1], sparse: value.type === 'sparse' }, scratch),
  )
  const ids = new Map<number, string[]>()
  for (const { fromTable } of [...views, ...labels])
    if (typeof fromTable?.idColumn === 'number') ids.set(fromTable.idColumn, [])
  const values = labels.map((): string[] => [])
  for await (const table of parts!.read()) {
    views.forEach(({ fromTable }, v) => {
      keepers[v].put(toView(fromTable!.take(table), 'rows'))
    })
    for (const [column, all] of ids) for (const id of table.texts[column].values) all.push(id)
    labels.forEach(({ fromTable }, l) => {
      for (const value of fromTable!.take(table)) values[l].push(value)
    })
  }
  const idsOf = ({ fromTable }: FoundView | FoundLabels) => ids.get(fromTable?.idColumn ?? -1) ?? null
  views.forEach((view, v) => {
    keptViews.set(view, { view: { ...view, ids: idsOf(view) }, kept: keepers[v].done() })
  })
  labels.forEach((each, l) => {
    keptLabels.set(each, { ...each, values: values[l], ids: idsOf(each) })
  })
}
