import { cluster } from '@manyview/core'
import type { Message } from '@manyview/core/runtime'
import { singleProcess } from '@manyview/core/runtime'
import { expect, it } from 'vitest'
import { requireDstlMemory } from '../../src/dstl/require-memory.ts'
import type { Task } from '../../src/methods/method.ts'
import { findMethod } from '../../src/methods/methods.ts'

const options = { latentDimension: null, maxIterations: 21 }
const million = (columns: number) => ({
  samples: 1_000_000,
  views: [1, 2, 3].map((v) => ({ name: String(v), data: { rows: 1_000_000, columns, data: new Float64Array() } })),
})
const check = (columns: number, task: Partial<Task>) =>
  requireDstlMemory(million(columns) as never, { clusters: 20, options, ranks: singleProcess, ...task } as Task)

it('a million samples with 3 × 100 features and 20 clusters fit', () => {
  expect(() => check(100, {})).not.toThrow()
})

it('what does not fit in a memory of WebAssembly is refused before it happens, with the number', () => {
  expect(() => check(100, { clusters: 100 })).toThrow(/the variables would need [\d.]+ GB where WebAssembly has 4.3 GB/)
  expect(() => check(600, {})).toThrow(/the largest view would need [\d.]+ GB/)
  expect(() => check(600, { precision: 'single' })).not.toThrow()
})

it('ranks need memory for their own samples, and for whole columns of the transform', () => {
  const ranks = (size: number) => ({
    ...singleProcess,
    size,
    allGather: <T extends Message>(own: T) =>
      Float64Array.from({ length: size * own.length }, (_, i) => Number(own[i % own.length])) as T,
  })
  const over = (size: number, clusters: number) => () => check(100, { clusters, ranks: ranks(size) })
  expect(over(2, 40)).not.toThrow()
  expect(over(2, 100)).toThrow(/the variables would need [\d.]+ GB .* or more ranks/)
  expect(over(30, 20)).not.toThrow()
  expect(over(80, 20)).toThrow(/the transform of whole columns would need [\d.]+ GB/)
})

it('a limit of memory is kept, with both numbers', async () => {
  const view = Array.from({ length: 40 }, (_, i) => [i, i % 3, 1])
  const refused = cluster([view, view], { method: 'dstl', clusters: 2, runtime: { memory: 1000 } })
  await expect(refused).rejects.toMatchObject({ code: 'out-of-memory', details: { limit: 1000 } })
})

it('the estimate grows a little faster than the samples', () => {
  const size = (samples: number) => ({ samples, features: [100, 100], clusters: 10, options })
  const { estimate } = findMethod('dstl')
  const [small, large] = [estimate!(size(1000)), estimate!(size(100_000))]
  expect(large.bytes).toBe(100 * small.bytes)
  expect(large.seconds).toBeGreaterThan(100 * small.seconds)
  expect(large.seconds).toBeLessThan(200 * small.seconds)
})
