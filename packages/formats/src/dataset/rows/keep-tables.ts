import type { ShapedView } from '@manyview/core/numerics'
import type { Ranks, Scratch } from '@manyview/core/runtime'
import { share } from '@manyview/core/runtime'
import { badFile } from '../../bytes/bad-file.ts'
import type { Contents, TableContents } from '../../readers/read-source.ts'
import type { Findings, FoundLabels, FoundView } from '../findings.ts'
import { matrixShape, toView } from '../to-view.ts'
import { type Keeper, keeper } from './keep-rows.ts'
import { handOutRows } from './place-rows.ts'

/** What was found in tables that are read in parts, with the ids and labels of all their rows on rank 0. */
interface KeptTables {
  findings: Findings
  /** For each view of `findings` this rank's even share of its samples; null where it is no such table's. */
  tables: (ShapedView | null)[]
}

/** Hands the views of tables that rank 0 reads in parts out to all ranks, part by part, into `scratch` or, where that is undefined, into memory; `findings` is what their first parts hold. One reading of each table. Collective. */
export async function keepTables(
  contents: readonly Contents[],
  findings: Findings,
  scratch: Scratch | undefined,
  ranks: Ranks,
): Promise<KeptTables> {
  const views = new Map<FoundView, { view: FoundView; rows: ShapedView }>()
  const labels = new Map<FoundLabels, FoundLabels>()
  for (const content of contents)
    if (content.kind === 'table' && content.parts)
      await keepTable(content, findings, scratch ?? null, ranks, views, labels)
  return {
    findings: {
      ...findings,
      views: findings.views.map((view) => views.get(view)?.view ?? view),
      labels: findings.labels.map((each) => labels.get(each) ?? each),
    },
    tables: findings.views.map((view) => views.get(view)?.rows ?? null),
  }
}

async function keepTable(
  { source, parts }: TableContents,
  findings: Findings,
  scratch: Scratch | null,
  ranks: Ranks,
  keptViews: Map<FoundView, { view: FoundView; rows: ShapedView }>,
  keptLabels: Map<FoundLabels, FoundLabels>,
): Promise<void> {
  const views = findings.views.filter((view) => view.source === source)
  const labels = findings.labels.filter(({ table }) => table === source)
  const total = parts!.rows
  const { begin, end } = share(total, ranks.size, ranks.rank)
  const keepers = views.map(({ value }): { keeper: Keeper; features: number; sparse: boolean } => {
    const shape = { samples: end - begin, features: matrixShape(value)[1], sparse: value.type === 'sparse' }
    return { keeper: keeper(shape, scratch), ...shape }
  })
  const ids = new Map<number, string[]>()
  for (const { fromTable } of [...views, ...labels])
    if (typeof fromTable?.idColumn === 'number') ids.set(fromTable.idColumn, [])
  const values = labels.map((): string[] => [])
  const tables = parts!.read()
  for (let at = 0; at < total; ) {
    const { value: table } = await tables.next()
    const rows = Float64Array.of(table?.rows ?? -1)
    ranks.broadcast(rows)
    if (rows[0] < 0)
      throw badFile(source, `has fewer rows than before (${at} of ${total}), it was changed: start again`)
    views.forEach(({ fromTable }, v) => {
      const part = table ? toView(fromTable!.take(table), 'rows') : null
      const ownRows = handOutRows(ranks, part, { begin: at, rows: rows[0], total }, keepers[v])
      if (ownRows.samples > 0) keepers[v].keeper.put(ownRows)
    })
    at += rows[0]
    if (!table) continue
    for (const [column, all] of ids) for (const id of table.texts[column].values) all.push(id)
    labels.forEach(({ fromTable }, l) => {
      for (const value of fromTable!.take(table)) values[l].push(value)
    })
  }
  const idsOf = ({ fromTable }: FoundView | FoundLabels) => ids.get(fromTable?.idColumn ?? -1) ?? null
  views.forEach((view, v) => {
    keptViews.set(view, { view: { ...view, ids: idsOf(view) }, rows: keepers[v].keeper.done() })
  })
  labels.forEach((each, l) => {
    keptLabels.set(each, { ...each, values: values[l], ids: idsOf(each) })
  })
}
