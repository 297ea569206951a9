import { InputError } from '@manyview/core'
import type { PreparedViews } from '@manyview/core/methods'
import { Random, takeSamples } from '@manyview/core/numerics'
import type { SampleOrder } from './job.ts'

/** For each place the sample that goes there; null: as stored. Sorted: class after class, within a class as stored. */
export function samplePermutation(
  order: SampleOrder,
  samples: number,
  truth: readonly number[] | null,
): Uint32Array | null {
  if (order === 'stored') return null
  const places = Uint32Array.from({ length: samples }, (_, i) => i)
  if (order !== 'sorted' && 'shuffled' in order) {
    const { shuffled, blocks = 1 } = order
    const turned = new Random(shuffled).permutation(Math.ceil(samples / blocks))
    return Uint32Array.from(Array.from(turned, (b) => [...places.subarray(b * blocks, (b + 1) * blocks)]).flat())
  }
  if (!truth)
    throw new InputError('samples can be put in order by class only when labels are given', {
      code: 'labels',
      argument: 'truth',
    })
  const sorted = places.toSorted((a, b) => truth[a] - truth[b] || a - b)
  if (order === 'sorted') return sorted
  // A random order of all samples, sorted by class: within each class it is random.
  const shuffledOrder = new Random(order.withinClasses).permutation(samples).sort((a, b) => truth[a] - truth[b])
  for (const [i, place] of sorted.entries()) places[place] = shuffledOrder[i]
  return places
}

/** The samples in the order of `permutation`. O(entries). */
export function permuteSamples(input: PreparedViews, permutation: Uint32Array | null): PreparedViews {
  if (!permutation) return input
  return {
    samples: input.samples,
    views: input.views.map((view) => takeSamples(view, permutation)),
    ids: Array.from(permutation, (i) => input.ids[i]),
  }
}

/** Undoes a permutation: what holds for place i goes to sample `permutation[i]`; `width` numbers per sample. */
export function inFileOrder(values: ArrayLike<number>, permutation: Uint32Array | null, width = 1): number[] {
  const restored = Array.from(values)
  permutation?.forEach((sample, i) => {
    for (let j = 0; j < width; j++) restored[sample * width + j] = values[i * width + j]
  })
  return restored
}
