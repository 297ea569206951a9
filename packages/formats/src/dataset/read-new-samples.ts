import { InputError, type Model } from '@manyview/core'
import type { ShapedView } from '@manyview/core/numerics'
import { counted } from '@manyview/core/words'
import type { Dataset } from './read-dataset.ts'
import type { ReadOptions } from './read-options.ts'
import { takeSamples } from './rows/take-samples.ts'

/**
 * Reads new samples for a model; `read` reads them with given options. Where the samples are, and what is a matrix at all, is guessed from the shapes, which say
 * little when there are few samples: where the guess does not fit the model but another reading does, that is what is meant. Samples that lack some of the
 * views are kept. Views are matched as `matchViews` does. Up to five readings.
 */
export async function readNewSamples<D extends { dataset: Dataset<ShapedView> }>(
  read: (options: ReadOptions) => Promise<D>,
  settings: ReadOptions,
  model: Model,
): Promise<D> {
  const options = { ...settings, join: settings.join ?? 'outer' }
  const first = await read(options).catch((error: unknown) => ({ error }))
  const fitting = (input: D) => {
    const dataset = namedByWidth(input.dataset, model)
    return fits(dataset, model) ? { ...input, dataset } : null
  }
  const asRead = 'error' in first ? null : fitting(first)
  if (asRead) return asRead
  // Cells of a variable are views called X{1}, X{2}, …
  const views = options.views ?? [...new Set(model.views.map(({ name }) => name.replace(/\{\d+\}$/, '')))]
  if (options.samples === undefined)
    for (const samples of ['rows', 'columns'] as const)
      for (const changed of [{ samples }, { samples, views }]) {
        const turned = await read({ ...options, ...changed }).catch(() => null)
        const match = turned && fitting(turned)
        if (match) return match
      }
  if ('error' in first) throw first.error
  return { ...first, dataset: matchViews(first.dataset, model) }
}

/** Gives views that the model does not know the name of its view with as many features, and asks where several have. */
export function matchViews(dataset: Dataset<ShapedView>, model: Model): Dataset<ShapedView> {
  const named = namedByWidth(dataset, model)
  for (const { name, view } of strangers(named, model)) {
    const alike = openViews(named, model, view.features)
    if (alike.length > 0)
      throw new InputError(
        `is no view of the model by its name, and its ${counted(view.features, 'feature')} do not tell which: say so, for example --views ${alike[0]}=${name}`,
        { code: 'unknown-view', argument: `view ${name}` },
      )
  }
  return named
}

/** Names views by their number of features, where only one of them and one of the model's other views has it. */
function namedByWidth(dataset: Dataset<ShapedView>, model: Model): Dataset<ShapedView> {
  const unknown = strangers(dataset, model)
  const names = new Map<string, string>()
  for (const { name, view } of unknown) {
    const alike = openViews(dataset, model, view.features)
    if (alike.length === 1 && unknown.filter((other) => other.view.features === view.features).length === 1)
      names.set(name, alike[0])
  }
  if (names.size === 0) return dataset
  return {
    ...dataset,
    views: dataset.views.map((view) => ({ ...view, name: names.get(view.name) ?? view.name })),
    notes: [
      ...dataset.notes,
      ...Array.from(names, ([name, meant]) => `${name}: taken for view ${meant}, which alone has as many features`),
    ],
  }
}

function strangers({ views }: Dataset<ShapedView>, model: Model): Dataset<ShapedView>['views'] {
  return views.filter(({ name }) => !model.views.some((view) => view.name === name))
}

/** The views of the model with so many features that the dataset does not have by name. */
function openViews({ views }: Dataset<ShapedView>, model: Model, features: number): string[] {
  return model.views.flatMap((view) =>
    view.features === features && !views.some(({ name }) => name === view.name) ? [view.name] : [],
  )
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
