import { Random } from '@manyview/core/numerics'
import { type Benchmark, takeInput } from './benchmark-files.ts'

/** The same samples in another order, fixed by `shuffle`; 0 keeps the stored order. */
export function reordered(benchmark: Benchmark, shuffle: number): Benchmark & { order: Uint32Array } {
  const { input, truth } = benchmark
  const order =
    shuffle === 0
      ? Uint32Array.from({ length: input.samples }, (_, i) => i)
      : new Random(shuffle).permutation(input.samples)
  return { ...benchmark, order, input: takeInput(input, order), truth: Array.from(order, (i) => truth[i]) }
}
