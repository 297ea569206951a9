import type { Communicator } from '@manyview/core'
import type { FoundLabels } from '../dataset/findings.ts'
import type { LabelCandidate } from '../read-dataset.ts'
import { broadcastJson, gatherTexts } from './gather-texts.ts'

/**
 * Label candidates of all samples, on rank 0; none on the others. `find` gives the places of samples by id where samples were joined by id (`outer`: labels of one name add up);
 * null: labels stand in the order of the samples. What is left out is said in `warnings`, as `joinSamples` does. Collective.
 */
export function labelsOverRanks(
  communicator: Communicator,
  found: readonly FoundLabels[],
  samples: number,
  find: ((ids: readonly string[]) => Float64Array) | null,
  join: 'inner' | 'outer',
  warnings: string[],
): LabelCandidate[] {
  const { rank } = communicator
  const known = broadcastJson(
    communicator,
    found.map(({ name, table, ids }) => ({ name, table, hasIds: ids !== null })),
  )
  const collected = known.map(({ name, table, hasIds }) => {
    const own = found.find((labels) => labels.name === name && labels.table === table)
    // What does not come from a table is known as a whole to every rank.
    const mine = own && (table !== undefined || rank === 0) ? own : { values: [], ids: [] }
    const places = find && hasIds ? find(mine.ids ?? []) : null
    return {
      name,
      values: gatherTexts(communicator, mine.values),
      places: places && Array.from(communicator.gather(places) ?? []),
    }
  })
  if (rank > 0) return []
  if (!find)
    return collected.flatMap(({ name, values }) => {
      if (values.length === samples) return [{ name, values }]
      warnings.push(`labels ${name} left out: ${values.length} of them for ${samples} samples`)
      return []
    })
  const byName = new Map<string, { values: (string | undefined)[] }>()
  const placed = collected.map(({ name, values, places }) => {
    const before = join === 'outer' ? byName.get(name) : undefined
    const result = before ?? { values: Array<string | undefined>(samples).fill(undefined) }
    const earlier = before ? [...before.values] : null
    places?.forEach((place, i) => {
      if (place >= 0 && earlier?.[place] === undefined) result.values[place] = values[i]
    })
    if (!before) byName.set(name, result)
    return before ? null : { name, ...result }
  })
  return placed.flatMap((labels) => {
    if (!labels) return []
    const missing = labels.values.filter((value) => value === undefined).length
    if (missing === 0) return [{ name: labels.name, values: labels.values as string[] }]
    warnings.push(`labels ${labels.name} left out: ${missing} of ${samples} samples have none`)
    return []
  })
}
