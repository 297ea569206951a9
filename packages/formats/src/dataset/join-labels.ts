import type { Join } from '@manyview/core/numerics'
import type { Ranks } from '@manyview/core/runtime'
import { counted } from '@manyview/core/words'
import type { FoundLabels } from './findings.ts'
import { broadcastJson, gatherTexts } from './rows/exchange.ts'

/** A vector that may be the true classes, one text per sample. */
export interface LabelCandidate {
  name: string
  values: string[]
}

/** Labels in the order of the samples, what else describes them, and which were left out. */
export interface JoinedLabels {
  labels: LabelCandidate[]
  metadata: LabelCandidate[]
  warnings: string[]
}

/**
 * Label candidates of all samples, on rank 0; none on the others. `find` gives, on rank 0, the place of a sample by id where samples were joined by id (`outer`: labels of one name add up);
 * null: labels stand in the order of the samples. Collective.
 */
export function joinLabels(
  ranks: Ranks,
  candidates: readonly FoundLabels[],
  samples: number,
  find: ((id: string) => number) | null,
  join: Join,
): JoinedLabels {
  const { rank } = ranks
  const outlines = broadcastJson(
    ranks,
    candidates.map(({ name, table, ids, metadata = false }) => ({ name, table, metadata, hasIds: ids !== null })),
  )
  const columns = outlines.map(({ name, table, metadata, hasIds }, l) => {
    const matches = (labels?: FoundLabels) => labels?.name === name && labels.table === table
    const candidate = matches(candidates[l]) ? candidates[l] : candidates.find(matches)
    // What does not come from a table is known as a whole to every rank.
    const part = candidate && (table !== undefined || rank === 0) ? candidate : { values: [], ids: [] }
    const ids = find && hasIds ? gatherTexts(ranks, part.ids ?? []) : null
    return { name, metadata, values: gatherTexts(ranks, part.values), places: ids?.map(find!) ?? null }
  })
  const warnings: string[] = []
  if (rank > 0) return { labels: [], metadata: [], warnings }
  const [metadata, labels] = [true, false].map((role) => {
    const ofRole = columns.filter((each) => each.metadata === role)
    return find ? atPlaces(ofRole, samples, join, warnings) : inOrder(ofRole, samples, warnings)
  })
  return { labels, metadata, warnings }
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
  metadata: boolean
  places: number[] | null
}

/** Labels at the places of their samples; those that not all samples have are left out, but metadata may lack some. */
function atPlaces(
  columns: readonly CollectedLabels[],
  samples: number,
  join: Join,
  warnings: string[],
): LabelCandidate[] {
  const byName = new Map<string, (string | undefined)[]>()
  const vectors = columns.flatMap(({ name, values, places, metadata }) => {
    const before = join === 'outer' ? byName.get(name) : undefined
    const result = before ?? Array<string | undefined>(samples).fill(undefined)
    const earlier = before ? [...before] : null
    places?.forEach((place, i) => {
      if (place >= 0 && earlier?.[place] === undefined) result[place] = values[i]
    })
    byName.set(name, result)
    return before ? [] : [{ name, values: result, metadata }]
  })
  return vectors.flatMap(({ name, values, metadata }) => {
    if (metadata) return [{ name, values: values.map((value) => value ?? '') }]
    const missing = values.filter((value) => value === undefined).length
    if (missing === 0) return [{ name, values: values as string[] }]
    warnings.push(`labels ${name} left out: ${missing} of ${counted(samples, 'sample')} have none`)
    return []
  })
}
