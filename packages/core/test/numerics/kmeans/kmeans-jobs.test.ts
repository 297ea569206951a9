import { describe, expect, it } from 'vitest'
import { adjustedRandIndex } from '../../../src/metrics/scores.ts'
import { type KmeansJob, partSize, runKmeansJobs } from '../../../src/numerics/kmeans/kmeans-jobs.ts'
import { roughKmeansReference } from '../../../src/numerics/kmeans/kmeans-reference.ts'
import { type Matrix, matrix } from '../../../src/numerics/linalg/matrix.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { runToEnd } from '../../../src/runtime/steps.ts'
import { randomMatrix } from '../random-matrix.ts'

const kernels = await Kernels.load()
const random = new Random(8)
const noise = (rows: number, columns: number) => randomMatrix(rows, columns, random)

/** A job and its copy: both draw the same numbers. */
function job(clusters: number, seed: number, more: Partial<KmeansJob> = {}): KmeansJob[] {
  const start = seed % 3 === 0 ? ('k-means++' as const) : ('greedy' as const)
  return [0, 1].map(() => ({ points: 0, clusters, restarts: 1, start, random: new Random(seed), ...more }))
}

function expectReference(points: Matrix, [one, other]: KmeansJob[]): Int32Array {
  const [labels] = runToEnd(runKmeansJobs(kernels, [points], [one]))
  expect(labels).toEqual(roughKmeansReference(points, other).labels)
  return labels
}

describe('runKmeansJobs(kernels, sets, jobs)', () => {
  it('gives the bytes of plain loops, for every size of a panel and up to the last step', () => {
    for (const [samples, features, clusters] of [
      [203, 7, 5],
      [64, 3, 8],
      [9, 1, 2],
      [120, 4, 31],
      [7, 2, 7],
    ])
      for (const maxIterations of [1, 2, 12]) {
        const points = noise(samples, features)
        for (const seed of [3, 4]) expectReference(points, job(clusters, seed, { maxIterations }))
      }
  })

  it('takes the better of several starts', () => {
    const points = noise(150, 3)
    for (let seed = 0; seed < 6; seed++) expectReference(points, job(9, seed, { restarts: 4, maxIterations: 5 }))
  })

  it('gives an empty cluster the sample that is farthest, and leaves it empty where samples do not differ', () => {
    const few = matrix(40, 2)
    few.data.forEach((_, p) => {
      few.data[p] = Math.floor(p / 2) % 3
    })
    expect(new Set(expectReference(few, job(3, 1))).size).toBe(3)
    expect(new Set(expectReference(few, job(5, 3))).size).toBe(3)
    expectReference(matrix(12, 2), job(4, 4))
  })

  it('finds the clusters of many points from a part of them, and leaves none empty', () => {
    const truth = Array.from({ length: 2600 }, (_, i) => (i * 7) % 3)
    const points = noise(truth.length, 3)
    truth.forEach((label, i) => {
      points.data[3 * i + label] += 2
    })
    expect(partSize(2600, 3)).toBe(2000)
    expect(adjustedRandIndex(truth, expectReference(points, job(3, 2, { maxIterations: 12 })))).toBe(1)
    expect(new Set(expectReference(points, job(70, 3, { maxIterations: 3 }))).size).toBe(70)
  })

  it('gives every job its own labels, and tells how many are done', () => {
    const sets = [noise(300, 7), noise(300, 3)]
    const jobs = (first: number) =>
      [0, 1, 2, 3].map((j) => job(4 + 3 * j, first + j, { points: j % 2, maxIterations: 4 })[0])
    const steps = runKmeansJobs(kernels, sets, jobs(5))
    const done: number[] = []
    let step = steps.next()
    for (; !step.done; step = steps.next()) done.push(step.value)
    expect(done).toEqual([1, 2, 3, 4])
    jobs(5).forEach((each, j) => {
      expect((step.value as Int32Array[])[j]).toEqual(roughKmeansReference(sets[each.points], each).labels)
    })
  })
})
