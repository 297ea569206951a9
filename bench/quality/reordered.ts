import { takeSamples } from '@manyview/core'
import { Random } from '@manyview/core/numerics'
import type { Benchmark } from './benchmark-files.ts'

/** The same samples in another order, fixed by `shuffle`; 0 keeps the stored order. */
export function reordered(benchmark: Benchmark, shuffle: number): Benchmark & { order: Uint32Array } {
  const { input, truth } = benchmark
  const order =
    shuffle === 0
      ? Uint32Array.from({ length: input.samples }, (_, i) => i)
      : new Random(shuffle).permutation(input.samples)
  const views = input.views.map((view) => takeSamples(view, order))
  return {
    ...benchmark,
    order,
    input: { ...input, views, ids: Array.from(order, (i) => input.ids[i]) },
    truth: Array.from(order, (i) => truth[i]),
  }
}
