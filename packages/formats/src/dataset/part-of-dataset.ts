import type { Dataset } from './read-dataset.ts'
import { takeSamples } from './rows/take-samples.ts'

/** The dataset with some of its samples only, in the order that is given. O(entries). */
export function partOfDataset(dataset: Dataset, samples: readonly number[]): Dataset {
  const take = <T>(values: readonly T[]) => samples.map((sample) => values[sample])
  return {
    ...dataset,
    samples: samples.length,
    ids: dataset.ids && take(dataset.ids),
    views: dataset.views.map((each) => {
      const { present } = each.view
      const places = Int32Array.from(samples, (sample) => (present && !present[sample] ? -1 : sample))
      return { ...each, view: takeSamples(each.view, places) }
    }),
    labels: dataset.labels.map((column) => ({ ...column, values: take(column.values) })),
    metadata: dataset.metadata.map((column) => ({ ...column, values: take(column.values) })),
    things: dataset.things.map((column) =>
      column.kind === 'texts'
        ? { ...column, texts: take(column.texts) }
        : { ...column, pictures: take(column.pictures) },
    ),
  }
}
