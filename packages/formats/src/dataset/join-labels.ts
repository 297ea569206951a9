import type { Join } from '@manyview/core/numerics'
import type { Ranks } from '@manyview/core/runtime'
import { counted, grouped } from '@manyview/core/words'
import { fileStem } from '../bytes/byte-source.ts'
import type { FoundLabels } from './findings.ts'
import { broadcastJson, gatherTexts } from './rows/exchange.ts'

/** A vector that may be the true classes, one text per sample. */
export interface LabelCandidate {
  name: string
  values: string[]
}

/** Labels in the order of the samples, what else describes them, how they were lined up, and what was left out. */
export interface JoinedLabels {
  labels: LabelCandidate[]
  metadata: LabelCandidate[]
  notes: string[]
  warnings: string[]
}

/** Where samples were joined by id: the place of each, −1 for an id of no sample, and whether all views have their rows in the order of the samples. */
export interface PlacesById {
  find(id: string): number
  isInOrder: boolean
}

/**
 * Label candidates of all samples, on rank 0; none on the others. `byId` is, on rank 0, how samples were joined by id (`outer`: labels of one name add up);
 * null: labels stand in the order of the samples. Collective.
 */
export function joinLabels(
  ranks: Ranks,
  candidates: readonly FoundLabels[],
  samples: number,
  byId: PlacesById | null,
  join: Join,
): JoinedLabels {
  const { rank } = ranks
  const outlines = broadcastJson(
    ranks,
    candidates.map(({ name, table, ids, metadata = false }) => ({ name, table, metadata, hasIds: ids !== null })),
  )
  const columns = outlines.map(({ name, table, metadata, hasIds }, l): CollectedLabels => {
    const matches = (labels?: FoundLabels) => labels?.name === name && labels.table === table
    const candidate = matches(candidates[l]) ? candidates[l] : candidates.find(matches)
    // What does not come from a table is known as a whole to every rank.
    const part = candidate && (table !== undefined || rank === 0) ? candidate : { values: [], ids: [] }
    const ids = byId && hasIds ? gatherTexts(ranks, part.ids ?? []) : null
    const values = gatherTexts(ranks, part.values)
    const isInOrder = byId?.isInOrder === true && values.length === samples
    const places = ids?.map(byId!.find) ?? (isInOrder ? values.map((_, i) => i) : null)
    return { name, table, metadata, values, hasIds, places }
  })
  if (rank > 0) return { labels: [], metadata: [], notes: [], warnings: [] }
  const notes: string[] = []
  const warnings: string[] = []
  const missing = (column: CollectedLabels, count: number) => {
    // Of a table that describes samples it is said once what it lacks.
    if (columns.some(({ metadata, table }) => metadata && table && table === column.table)) return
    warnings.push(`labels ${column.name} left out: ${count} of ${counted(samples, 'sample')} have none`)
  }
  const [metadata, labels] = [true, false].map((role) => {
    const ofRole = columns.filter((each) => each.metadata === role)
    return byId ? atPlaces(ofRole, samples, join, missing) : inOrder(ofRole, samples, warnings)
  })
  if (byId) describeTables(columns, samples, join, notes, warnings)
  return { labels, metadata, notes, warnings }
}

/** Says of every table of metadata how its rows came to the samples that were joined by id. */
function describeTables(
  columns: readonly CollectedLabels[],
  samples: number,
  join: Join,
  notes: string[],
  warnings: string[],
): void {
  const tables = new Map(columns.flatMap((column) => (column.metadata && column.table ? [[column.table, column]] : [])))
  for (const [table, { places, hasIds }] of tables) {
    const stem = fileStem(table)
    if (!places) {
      warnings.push(`${stem}: left out, it has no ids and does not stand in the order of the samples: add ids`)
      continue
    }
    if (!hasIds) notes.push(`${stem}: no ids, joined by position, row by row`)
    const known = places.filter((place) => place >= 0)
    const strangers = places.length - known.length
    if (strangers > 0)
      notes.push(
        `${stem}: ${grouped(strangers)} of ${counted(places.length, 'row')} ${strangers === 1 ? 'is' : 'are'} of no sample and left out`,
      )
    const lacking = samples - new Set(known).size
    if (lacking > 0 && join !== 'outer')
      warnings.push(`${stem}: says nothing of ${grouped(lacking)} of ${counted(samples, 'sample')}`)
  }
}

/** Labels without ids, which must be as many as the samples. */
function inOrder(columns: readonly CollectedLabels[], samples: number, warnings: string[]): LabelCandidate[] {
  return columns.flatMap(({ name, values, metadata }) => {
    if (values.length === samples) return [{ name, values }]
    warnings.push(
      `${metadata ? 'metadata' : 'labels'} ${name} left out: ${values.length} of them for ${counted(samples, 'sample')}`,
    )
    return []
  })
}

interface CollectedLabels extends LabelCandidate {
  table?: string
  metadata: boolean
  hasIds: boolean
  /** Where each value belongs, −1: to no sample; null: nobody knows. */
  places: number[] | null
}

/** Labels at the places of their samples; those that not all samples have are left out, which `missing` says, but metadata may lack some. */
function atPlaces(
  columns: readonly CollectedLabels[],
  samples: number,
  join: Join,
  missing: (column: CollectedLabels, count: number) => void,
): LabelCandidate[] {
  const byName = new Map<string, (string | undefined)[]>()
  const vectors = columns.flatMap((column) => {
    const { name, values, places, metadata } = column
    if (metadata && !places) return []
    const before = join === 'outer' ? byName.get(name) : undefined
    const result = before ?? Array<string | undefined>(samples).fill(undefined)
    const earlier = before ? [...before] : null
    places?.forEach((place, i) => {
      if (place >= 0 && earlier?.[place] === undefined) result[place] = values[i]
    })
    byName.set(name, result)
    return before ? [] : [{ column, values: result }]
  })
  return vectors.flatMap(({ column, values }) => {
    const { name, metadata } = column
    if (metadata) return [{ name, values: values.map((value) => value ?? '') }]
    const count = values.filter((value) => value === undefined).length
    if (count === 0) return [{ name, values: values as string[] }]
    missing(column, count)
    return []
  })
}
