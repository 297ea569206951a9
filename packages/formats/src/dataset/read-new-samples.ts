import type { Model } from '@manyview/core'
import type { ShapedView } from '@manyview/core/numerics'
import type { Dataset } from './read-dataset.ts'
import type { ReadOptions } from './read-options.ts'
import { takeSamples } from './rows/take-samples.ts'

/**
 * Reads new samples for a model; `read` reads them with given options. Where the samples are, and what is a matrix at all, is guessed from the shapes, which say
 * little when there are few samples: where the guess does not fit the model but another reading does, that is what is meant. Samples that lack some of the
 * views are kept. Up to five readings.
 */
export async function readNewSamples<D extends { dataset: Dataset<ShapedView> }>(
  read: (options: ReadOptions) => Promise<D>,
  settings: ReadOptions,
  model: Model,
): Promise<D> {
  const options = { ...settings, join: settings.join ?? 'outer' }
  const first = await read(options).catch((error: unknown) => ({ error }))
  if (!('error' in first) && fits(first.dataset, model)) return first
  // Cells of a variable are views called X{1}, X{2}, …
  const views = options.views ?? [...new Set(model.views.map(({ name }) => name.replace(/\{\d+\}$/, '')))]
  if (options.samples === undefined)
    for (const samples of ['rows', 'columns'] as const)
      for (const changed of [{ samples }, { samples, views }]) {
        const turned = await read({ ...options, ...changed }).catch(() => null)
        if (turned && fits(turned.dataset, model)) return turned
      }
  if ('error' in first) throw first.error
  return first
}

function fits(dataset: Dataset<ShapedView>, { views }: Model): boolean {
  return dataset.views.every(({ name, view }) =>
    views.some((other) => other.name === name && other.features === view.features),
  )
}

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
