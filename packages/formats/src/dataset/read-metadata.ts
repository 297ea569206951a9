import { InputError } from '@manyview/core'
import { counted, grouped } from '@manyview/core/words'
import { badFile } from '../bytes/bad-file.ts'
import { type ByteSource, fileStem } from '../bytes/byte-source.ts'
import { readContents } from '../readers/read-contents.ts'
import type { Contents } from '../readers/read-source.ts'
import { findIdsOf } from './find-ids.ts'
import { exampleIds } from './join-ids.ts'
import type { LabelCandidate } from './join-labels.ts'
import { matrixShape } from './to-view.ts'

/** What a file says of the samples of a dataset. */
export interface Metadata {
  /** One text per sample, in the order of the dataset; empty where the file says nothing. */
  columns: LabelCandidate[]
  /** Ids for samples that have none, where the file has one for each; else null. */
  ids: string[] | null
  notes: string[]
  warnings: string[]
}

/** A column as the file has it, one text per row. */
interface FileColumn extends LabelCandidate {
  ids: readonly string[] | null
}

/**
 * Reads what a file of any format says of samples: every column of a table, the columns of the cells of AnnData, the vectors among arrays. Rows are joined by id (`id` names the column), or by position where the file or
 * the samples have no ids. Nothing of it becomes a view. O(cells).
 */
export async function readMetadata(
  source: ByteSource,
  samples: { ids: readonly string[] | null; samples: number },
  { id }: { id?: string } = {},
): Promise<Metadata> {
  const contents = await readContents(source, { keepText: () => true })
  const leftOut = contents.flatMap((content) =>
    content.kind === 'table'
      ? [...content.table.vectors, ...(content.table.leftOut ?? [])].map(({ name }) => name)
      : [],
  )
  const columns = contents.flatMap((content) => columnsOf(content, samples.ids, id))
  if (columns.length === 0)
    throw badFile(source.name, 'holds no column that describes samples, give a table with a header')
  const stem = fileStem(source.name)
  const metadata: Metadata = { columns: [], ids: null, notes: [], warnings: [] }
  const placings = new Map<readonly string[] | null, (values: readonly string[]) => string[]>()
  for (const { name, values, ids } of columns) {
    const place = placings.get(ids) ?? placing(source.name, ids, values.length, samples, metadata)
    placings.set(ids, place)
    metadata.columns.push({ name, values: place(values) })
    if (!samples.ids && ids && new Set(ids).size === samples.samples) metadata.ids = [...ids]
  }
  if (metadata.ids) metadata.notes.push(`${stem}: its ids are those of the samples`)
  if (leftOut.length > 0) metadata.notes.push(`${stem}: left out, no texts or numbers: ${leftOut.join(', ')}`)
  metadata.notes.push(`${stem}: ${counted(columns.length, 'column')} of metadata, not clustered`)
  return metadata
}

function columnsOf(content: Contents, sampleIds: readonly string[] | null, id: string | undefined): FileColumn[] {
  if (content.kind === 'findings') return content.findings.labels
  if (content.kind === 'variables')
    return content.variables.flatMap(({ name, value }) => {
      if (value.type === 'text') return [{ name, values: value.values, ids: null }]
      if (value.type !== 'dense' || Math.min(...matrixShape(value)) !== 1) return []
      return [{ name, values: Array.from(value.data, String), ids: null }]
    })
  const { table, source } = content
  if (!table.named) throw badFile(source, 'has no names of columns, give a table with a header')
  const ids = findIdsOf(sampleIds, table, id)
  if (id !== undefined && !ids) throw badFile(source, `has no column "${id}", name the column of ids`)
  const { names, data } = table.numbers
  const numbers = names.map((name, j) => ({
    name,
    values: Array.from({ length: table.rows }, (_, i) => String(data[i * names.length + j])),
  }))
  return [...table.texts.filter((column) => column !== ids), ...numbers].map(({ name, values }) => ({
    name,
    values,
    ids: ids?.values ?? null,
  }))
}

/** How values of a file come to the places of the samples; what does not fit is said once. */
function placing(
  name: string,
  ids: readonly string[] | null,
  rows: number,
  { ids: sampleIds, samples }: { ids: readonly string[] | null; samples: number },
  metadata: Metadata,
): (values: readonly string[]) => string[] {
  const stem = fileStem(name)
  if (!ids || !sampleIds) {
    if (rows !== samples)
      throw new InputError(
        `has ${counted(rows, 'row')} for ${counted(samples, 'sample')} and ${ids ? 'the samples have' : 'has'} no ids, give one row per sample or add ids`,
        { code: 'metadata', argument: name },
      )
    metadata.notes.push(`${stem}: joined by position, since ${ids ? 'the samples have' : 'it has'} no ids`)
    return (values) => [...values]
  }
  const places = new Map(ids.map((each, row) => [each, row]))
  if (places.size < ids.length) {
    const repeated = ids.find((each, row) => places.get(each) !== row)!
    throw new InputError(`id ${JSON.stringify(repeated)} occurs more than once, give one row per sample`, {
      code: 'metadata',
      argument: name,
    })
  }
  const names = new Set(sampleIds)
  const strangers = ids.filter((each) => !names.has(each))
  if (strangers.length === ids.length)
    throw new InputError(
      `none of its ids is that of a sample (${exampleIds(ids, ids.length)} but samples are ${exampleIds(sampleIds, samples)}), make the ids equal or name their column with --id`,
      { code: 'metadata', argument: name },
    )
  if (strangers.length > 0)
    metadata.warnings.push(
      `${stem}: ${grouped(strangers.length)} of ${counted(ids.length, 'id')} ${strangers.length === 1 ? 'is' : 'are'} of no sample and left out (${exampleIds(strangers, strangers.length)})`,
    )
  const without = sampleIds.filter((each) => !places.has(each))
  if (without.length > 0)
    metadata.warnings.push(
      `${stem}: says nothing of ${grouped(without.length)} of ${counted(samples, 'sample')} (${exampleIds(without, without.length)})`,
    )
  const rowOf = sampleIds.map((each) => places.get(each) ?? -1)
  return (values) => rowOf.map((row) => (row < 0 ? '' : values[row]))
}
