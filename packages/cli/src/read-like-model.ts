import type { ReadOptions } from '@manyview/formats'
import type { Model } from 'manyview'
import { type Input, readInput } from './read-input.ts'

/**
 * Reads new samples. Where the samples are is guessed from the shape, which says little when there are few of them: if the features do not fit the model's but do
 * fit the other way round, that is what is meant. Samples that lack some of the views are kept.
 */
export async function readLikeModel(
  paths: readonly string[],
  given: ReadOptions,
  model: Model,
  signal: AbortSignal,
): Promise<Input> {
  const options = { ...given, join: given.join ?? 'outer' }
  const first = await readInput(paths, options, signal)
  if (options.samples !== undefined || paths.includes('-') || fits(first, model)) return first
  for (const samples of ['rows', 'columns'] as const) {
    const turned = await readInput(paths, { ...options, samples }, signal).catch(() => null)
    if (turned && fits(turned, model)) return turned
  }
  return first
}

function fits({ dataset }: Input, { views }: Model): boolean {
  return dataset.views.every(({ name, view }) =>
    views.some((known) => known.name === name && known.features === view.features),
  )
}
