import type { Model, ShapedView } from '@manyview/core'
import type { Dataset } from './read-dataset.ts'
import type { ReadOptions } from './read-options.ts'

/**
 * Reads new samples for a model; `read` reads them with given options. Where the samples are, and what is a matrix at all, is guessed from the shapes, which say
 * little when there are few samples: where the guess does not fit the model but another reading does, that is what is meant. Samples that lack some of the
 * views are kept. Up to five readings.
 */
export async function readNewSamples<D extends { dataset: Dataset<ShapedView> }>(
  read: (options: ReadOptions) => Promise<D>,
  given: ReadOptions,
  model: Model,
): Promise<D> {
  const options = { ...given, join: given.join ?? 'outer' }
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
    views.some((known) => known.name === name && known.features === view.features),
  )
}
