import type { Kernels } from '../../runtime/kernels/kernels.ts'
import type { Ranks } from '../../runtime/ranks/ranks.ts'
import type { Matrix } from '../linalg/matrix.ts'
import { type KmeansJob, runKmeansJobs } from './kmeans-jobs.ts'

/**
 * `runKmeansJobs` where every rank has all point sets: rank r does jobs r, r + size, … and all get the labels of all, the same bytes as in one process.
 * Each rank sends its labels to all others: 4·n bytes a job.
 */
export function* kmeansJobsOverRanks(
  ranks: Ranks,
  kernels: Kernels,
  sets: readonly Matrix[],
  jobs: readonly KmeansJob[],
): Generator<number, Int32Array[]> {
  const { rank, size } = ranks
  if (size === 1) return yield* runKmeansJobs(kernels, sets, jobs)
  const samples = sets[0].rows
  const own = jobs.filter((_, j) => j % size === rank)
  const found = own.length > 0 ? yield* runKmeansJobs(kernels, sets, own) : []
  const packed = new Int32Array(found.length * samples)
  found.forEach((labels, j) => {
    packed.set(labels, j * samples)
  })
  const all = ranks.allGather(packed)
  const order = Array.from({ length: size }, (_, r) => jobs.map((_, j) => j).filter((j) => j % size === r)).flat()
  const result: Int32Array[] = []
  order.forEach((job, place) => {
    result[job] = all.slice(place * samples, (place + 1) * samples)
  })
  return result
}
