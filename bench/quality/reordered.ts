import { Random } from 'manyview'
import { takeRows } from '../../packages/core/src/data/take-rows.ts'
import type { Benchmark } from './benchmark-files.ts'

/** The same samples in another order, fixed by `shuffle`; 0 keeps the stored order. */
export function reordered(benchmark: Benchmark, shuffle: number): Benchmark & { order: Uint32Array } {
  const { input, truth } = benchmark
  const order =
    shuffle === 0
      ? Uint32Array.from({ length: input.samples }, (_, i) => i)
      : new Random(shuffle).permutation(input.samples)
  const views = input.views.map(({ name, data }) => ({ name, data: takeRows(data, order) }))
  return {
    ...benchmark,
    order,
    input: { ...input, views, ids: Array.from(order, (i) => input.ids[i]) },
    truth: Array.from(order, (i) => truth[i]),
  }
}
