import type { ReadOptions } from '@manyview/formats'
import type { InputError, Model } from 'manyview'
import { type Input, readInput } from './read-input.ts'

/**
 * Reads new samples. Where the samples are, and what is a matrix at all, is guessed from the shapes, which say little when there are few samples: where the guess
 * does not fit the model but another reading does, that is what is meant. Samples that lack some of the views are kept.
 */
export async function readLikeModel(
  paths: readonly string[],
  given: ReadOptions,
  model: Model,
  signal: AbortSignal,
): Promise<Input> {
  const options = { ...given, join: given.join ?? 'outer' }
  const first = await readInput(paths, options, signal).catch((error: unknown) => error as InputError)
  if (!(first instanceof Error) && fits(first, model)) return first
  // Cells of a variable are views called X{1}, X{2}, …
  const views = options.views ?? [...new Set(model.views.map(({ name }) => name.replace(/\{\d+\}$/, '')))]
  const others = paths.includes('-') || options.samples !== undefined ? [] : (['rows', 'columns'] as const)
  for (const samples of others)
    for (const changed of [{ samples }, { samples, views }]) {
      const turned = await readInput(paths, { ...options, ...changed }, signal).catch(() => null)
      if (turned && fits(turned, model)) return turned
    }
  if (first instanceof Error) throw first
  return first
}

function fits({ dataset }: Input, { views }: Model): boolean {
  return dataset.views.every(({ name, view }) =>
    views.some((known) => known.name === name && known.features === view.features),
  )
}
