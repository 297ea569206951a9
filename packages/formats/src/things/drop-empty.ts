import { InputError } from '@manyview/core'
import { presentSamples } from '@manyview/core/numerics'
import { counted } from '@manyview/core/words'
import { exampleIds } from '../dataset/join-ids.ts'
import type { Dataset } from '../dataset/read-dataset.ts'
import { takeSamples } from '../dataset/rows/take-samples.ts'
import type { ThingColumn } from './thing-column.ts'

/** The dataset without the samples of which no view has anything; unless `skip` they are refused. The dataset itself where there are none. O(entries). */
export function dropEmpty(dataset: Dataset, skip: boolean): Dataset {
  const { samples, ids } = dataset
  const marks = dataset.views.map(({ view }) => presentSamples(view))
  if (marks.some((present) => !present)) return dataset
  const isKept = (i: number) => marks.some((present) => present![i])
  const all = Array.from({ length: samples }, (_, i) => i)
  const sampleIndices = all.filter(isKept)
  const lost = samples - sampleIndices.length
  if (lost === 0) return dataset
  const first = all.filter((i) => !isKept(i)).slice(0, 3)
  const named = exampleIds(
    first.map((i) => ids?.[i] ?? `row ${i + 1}`),
    lost,
  )
  if (!skip || sampleIndices.length === 0)
    throw new InputError(
      `${lost} of ${counted(samples, 'sample')} have nothing to be clustered by (${named}), correct them or leave them out with --skip-broken`,
      { code: 'no-view', argument: dataset.things.map(({ name }) => name).join(', '), details: { lost, samples } },
    )
  const take = <T>(values: readonly T[]): T[] => sampleIndices.map((i) => values[i])
  const ownIds = ids && { ids: take(ids) }
  return {
    ...dataset,
    samples: sampleIndices.length,
    ids: ownIds?.ids ?? null,
    views: dataset.views.map((shown, v) => {
      const places = sampleIndices.map((i) => (marks[v]![i] ? i : -1))
      return { ...shown, view: { ...takeSamples(shown.view, places), ...ownIds } }
    }),
    labels: dataset.labels.map(({ name, values }) => ({ name, values: take(values) })),
    metadata: dataset.metadata.map(({ name, values }) => ({ name, values: take(values) })),
    things: dataset.things.map((column) => takeThings(column, take)),
    warnings: [
      ...dataset.warnings,
      `left out: ${counted(lost, 'sample')} of ${samples} with nothing in any view (${named})`,
    ],
  }
}

function takeThings(column: ThingColumn, take: <T>(values: readonly T[]) => T[]): ThingColumn {
  return column.kind === 'texts'
    ? { ...column, texts: take(column.texts) }
    : { ...column, pictures: take(column.pictures) }
}
