import { cluster } from '@manyview/core'
import { matrix, multiplyFast, normal, Random, squaredDistanceSteps } from '@manyview/core/numerics'
import { Kernels } from '@manyview/core/runtime'
import { describe, expect, it } from 'vitest'
import { findMethod } from '../src/all-methods.ts'
import { multiplyInParts } from '../src/linalg/multiply-in-parts.ts'

/** How often a fit with `views` views looks at the signal. */
async function looks(name: string, views: number, options: Record<string, number>): Promise<number> {
  const random = new Random(5)
  const samples = 60
  const view = () => ({
    samples,
    features: 4,
    data: Float64Array.from({ length: samples * 4 }, (_, p) => 9 * (Math.floor(p / 4) % 3) + normal(random)),
  })
  const given = Object.fromEntries(Array.from({ length: views }, (_, v) => [`view ${v}`, view()]))
  let count = 0
  const onProgress = () => {
    count++
  }
  await cluster(given, {
    clusters: 3,
    method: findMethod(name),
    runtime: { threads: 1 },
    onProgress,
    ...options,
  } as never)
  return count
}

describe('the methods that hold n×n matrices look at the signal', () => {
  // One more view means so many more matrices to pass in an iteration: each pass takes tenths of a second with 4,000 samples.
  it.each([
    ['snf', 'rounds', 6],
    ['etlmsc', 'maxIterations', 17],
    ['t-svd-msc', 'maxIterations', 20],
    ['tbgl', 'maxIterations', 18],
    ['ltbpl', 'maxIterations', 16],
  ])('%s: after each pass over such a matrix', async (name, iterations, least) => {
    const perIteration = async (views: number) =>
      (await looks(name, views, { [iterations]: 2 })) - (await looks(name, views, { [iterations]: 1 }))
    expect((await perIteration(3)) - (await perIteration(2))).toBeGreaterThanOrEqual(least)
  })
})

/** What a generator gives, and how often it yields before. */
function told<T>(run: Generator<unknown, T>): { result: T; yields: number } {
  for (let yields = 0; ; yields++) {
    const step = run.next()
    if (step.done) return { result: step.value, yields }
  }
}

const noise = (rows: number, columns: number) => {
  const random = new Random(rows)
  return matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => normal(random)),
  )
}

describe('long steps come in parts', () => {
  it('squaredDistanceSteps yields after 134 million products at most, and its distances are symmetric', async () => {
    const points = noise(700, 1000)
    const { result, yields } = told(squaredDistanceSteps(await Kernels.load(), points))
    // 134,217,728 products are 190 rows of 700 × 1,008.
    expect(yields).toBe(3)
    for (const [i, j] of [
      [0, 1],
      [189, 190],
      [400, 20],
      [699, 698],
    ]) {
      let plain = 0
      for (let f = 0; f < 1000; f++) plain += (points.data[i * 1000 + f] - points.data[j * 1000 + f]) ** 2
      expect(Math.abs(result.data[i * 700 + j] - plain)).toBeLessThan(1e-9)
      expect(result.data[j * 700 + i]).toBe(result.data[i * 700 + j])
      expect(result.data[i * 700 + i]).toBe(0)
    }
  })

  it('multiplyInParts yields after every 512 columns and gives the bytes of the whole product', async () => {
    const kernels = await Kernels.load()
    const [left, right] = [noise(7, 9), noise(9, 1100)]
    const { result, yields } = told(multiplyInParts((part) => multiplyFast(kernels, left, part), right, 7))
    expect(yields).toBe(3)
    expect(result).toEqual(multiplyFast(kernels, left, right))
  })
})
