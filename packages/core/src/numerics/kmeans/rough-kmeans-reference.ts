import type { Matrix } from '../linalg/matrix.ts'
import { takeRows } from '../linalg/take-rows.ts'
import { betterStart, startRandoms } from './best-start.ts'
import { type KmeansJob, LAST_STEPS, partSize } from './kmeans-jobs.ts'
import type { KmeansResult } from './kmeans-options.ts'
import { drawStart, lloyd } from './kmeans-reference.ts'

/** One of the jobs of `runKmeansJobs` in plain TypeScript, the same bytes. */
export function roughKmeansReference(points: Matrix, job: Omit<KmeansJob, 'points'>): KmeansResult {
  const { clusters, random, restarts, start, maxIterations = 100 } = job
  const { rows } = points
  const size = partSize(rows, clusters)
  const first = size < rows ? random.below(rows) : 0
  const part = Uint32Array.from({ length: size }, (_, j) => (first + Math.floor((j * rows) / size)) % rows)
  const some = size < rows ? takeRows(points, part) : points
  let best: KmeansResult | undefined
  for (const drawn of startRandoms(random, restarts)) {
    let found = lloyd(some, drawStart(some, clusters, start, drawn), maxIterations, nearestInSingle)
    if (size < rows) found = lloyd(points, found.centres, LAST_STEPS, nearestInSingle)
    best = betterStart(best, found)
  }
  return best!
}

/** The centre with the least ½c² − x·c of each point, every operation rounded to single precision. */
export function nearestInSingle({ rows, columns, data }: Matrix, centres: Matrix): Int32Array {
  const { fround } = Math
  const halves = Array.from({ length: centres.rows }, (_, c) => {
    let square = 0
    for (let l = 0; l < columns; l++) square += centres.data[c * columns + l] * centres.data[c * columns + l]
    return fround(square / 2)
  })
  const single = { points: Float32Array.from(data), centres: Float32Array.from(centres.data) }
  return Int32Array.from({ length: rows }, (_, i) => {
    let label = 0
    let least = Infinity
    for (let c = 0; c < centres.rows; c++) {
      let product = 0
      for (let l = 0; l < columns; l++)
        product = fround(product + fround(single.centres[c * columns + l] * single.points[i * columns + l]))
      const key = fround(halves[c] - product)
      if (key < least) {
        least = key
        label = c
      }
    }
    return label
  })
}
