import { type Matrix, matrix } from '../linalg/matrix.ts'
import { takeRows } from '../linalg/take-rows.ts'
import type { Random } from '../random/random.ts'
import { betterStart, startRandoms } from './best-start.ts'
import { type KmeansJob, LAST_STEPS, partSize } from './kmeans-jobs.ts'
import { type KmeansOptions, type KmeansResult, kmeansTask, unscaled } from './kmeans-options.ts'
import { greedyTrials, type KmeansStart } from './kmeans-starts.ts'

/** Runs k-means in plain TypeScript, with the bytes of `kmeans`. O(n·k·d) per step. */
export function kmeansReference(points: Matrix, options: KmeansOptions): KmeansResult {
  const task = kmeansTask(points, options)
  const drawnStarts = task.randoms.map((random) => drawStart(task.points, task.clusters, task.start, random))
  let best: KmeansResult | undefined
  for (const start of [...drawnStarts, ...task.starts])
    best = betterStart(best, lloyd(task.points, start, task.maxIterations))
  return unscaled(best!, task.scale)
}

function drawStart(
  points: Matrix,
  clusters: number,
  start: NonNullable<KmeansOptions['start']>,
  random: Random,
): Matrix {
  const seeds = kmeansStarts(points.rows, clusters, start, random, plainSeeding(points))
  return matrix(clusters, points.columns, Float64Array.from(Array.from(seeds, (i) => [...row(points, i)]).flat()))
}

/** The distances behind k-means++; `nearest` holds each sample's squared distance to the centres chosen so far. */
interface Seeding {
  readonly nearest: Float64Array
  /** Σ of what `nearest` would become with each candidate (at most 8) as a further centre. */
  potentials(candidates: Int32Array): Float64Array
  /** Takes the candidate in this position of the latest `potentials` as the next centre, and updates `nearest`. */
  accept(position: number): void
  /** Takes this sample as the next centre without a comparison, and updates `nearest`. */
  take(sample: number): void
}

/**
 * Draws the indices of the samples to start k-means from. 'random': distinct samples. 'k-means++': each next centre drawn with probability proportional to
 * its squared distance from the centres so far (Arthur and Vassilvitskii 2007). 'greedy': the best of 2 + ⌊ln k⌋ (at most 8) such draws.
 * When all samples coincide with a centre, any sample is drawn.
 */
function kmeansStarts(
  samples: number,
  clusters: number,
  start: KmeansStart,
  random: Random,
  state: Seeding,
): Int32Array {
  if (start === 'random') return Int32Array.from(random.permutation(samples).subarray(0, clusters))
  const seeds = new Int32Array(clusters)
  const trials = start === 'greedy' ? greedyTrials(clusters) : 1
  const cumulative = new Float64Array(samples)
  for (let j = 0; j < clusters; j++) {
    const candidates = new Int32Array(j === 0 ? 1 : trials)
    const total = j === 0 ? 0 : accumulate(state.nearest, cumulative)
    for (let t = 0; t < candidates.length; t++)
      candidates[t] = total > 0 ? firstAbove(cumulative, random.uniform() * total) : random.below(samples)
    if (candidates.length === 1) {
      seeds[j] = candidates[0]
      state.take(seeds[j])
      continue
    }
    const potentials = state.potentials(candidates)
    let best = 0
    for (let t = 1; t < candidates.length; t++) if (potentials[t] < potentials[best]) best = t
    seeds[j] = candidates[best]
    state.accept(best)
  }
  return seeds
}

/** Writes the running sums of `values` to `sums` and returns the last one. */
function accumulate(values: Float64Array, sums: Float64Array): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sums[i] = sum += values[i]
  return sum
}

/** Finds the first index whose running sum is above `threshold`, else the last one at which the sums still grew. */
function firstAbove(sums: Float64Array, threshold: number): number {
  const bound = Math.min(threshold, previousNumber(sums[sums.length - 1]))
  let low = 0
  let high = sums.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sums[middle] > bound) high = middle
    else low = middle + 1
  }
  return low
}

/** Returns a number just below a positive one. */
function previousNumber(x: number): number {
  return x - x * Number.EPSILON
}

function plainSeeding(points: Matrix): Seeding {
  const nearest = new Float64Array(points.rows).fill(Number.POSITIVE_INFINITY)
  const nearestWith = (c: number) =>
    nearest.map((now, i) => Math.min(now, squaredDistance(row(points, i), row(points, c))))
  let latest: Float64Array[] = []
  return {
    nearest,
    potentials(candidates) {
      latest = Array.from(candidates, nearestWith)
      return Float64Array.from(latest, (values) => values.reduce((sum, value) => sum + value, 0))
    },
    accept(position) {
      nearest.set(latest[position])
    },
    take(sample) {
      nearest.set(nearestWith(sample))
    },
  }
}

/** Takes Lloyd's steps from the centres `start`: assigns each point to the `nearest`, repairs empty clusters, moves each centre to the mean. */
function lloyd(
  points: Matrix,
  start: Matrix,
  maxIterations: number,
  nearest: (points: Matrix, centres: Matrix) => Int32Array = nearestCentres,
): KmeansResult {
  const centres = matrix(start.rows, start.columns, start.data.slice())
  const clusters = centres.rows
  let labels: Int32Array = new Int32Array(points.rows).fill(-1)
  let iterations = 0
  let converged = false
  while (iterations < maxIterations && !converged) {
    const previousLabels = labels
    const counts = new Int32Array(clusters)
    labels = nearest(points, centres)
    for (const label of labels) counts[label]++
    const distances = Float64Array.from(labels, (label, i) => squaredDistance(row(points, i), row(centres, label)))
    repairEmptyClustersInto(points, labels, distances, counts, centres)
    converged = labels.every((label, i) => label === previousLabels[i])
    if (!converged) {
      moveToMeansInto(centres, points, labels, counts)
      iterations++
    }
  }
  let squaredError = 0
  labels.forEach((label, i) => {
    squaredError += squaredDistance(row(points, i), row(centres, label))
  })
  return { labels, centres, squaredError, iterations, converged }
}

/** Finds the nearest centre of each point, the lowest of equal ones. */
function nearestCentres(points: Matrix, centres: Matrix): Int32Array {
  return Int32Array.from({ length: points.rows }, (_, i) => {
    const distances = Array.from({ length: centres.rows }, (_, c) => squaredDistance(row(points, i), row(centres, c)))
    return distances.indexOf(Math.min(...distances))
  })
}

/** Moves each centre by mean(point − centre): to the mean, exactly where all points of a cluster are equal to the centre. */
function moveToMeansInto(centres: Matrix, points: Matrix, labels: Int32Array, counts: Int32Array): void {
  const sums = new Float64Array(centres.data.length)
  labels.forEach((label, i) => {
    for (let l = 0; l < points.columns; l++)
      sums[label * points.columns + l] += row(points, i)[l] - row(centres, label)[l]
  })
  for (let at = 0; at < sums.length; at++) {
    const count = counts[Math.floor(at / points.columns)]
    if (count > 0) centres.data[at] += sums[at] / count
  }
}

function row(a: Matrix, i: number): Float64Array {
  return a.data.subarray(i * a.columns, (i + 1) * a.columns)
}

function squaredDistance(x: Float64Array, y: Float64Array): number {
  let sum = 0
  for (let l = 0; l < x.length; l++) sum += (x[l] - y[l]) * (x[l] - y[l])
  return sum
}

/**
 * Gives every empty cluster the sample that lies farthest from its own centre (ties: lowest index) among the clusters with more than one sample;
 * that sample becomes the centre. Updates labels (n), distances (n, squared, to the centre of the sample), counts (k) and centres (k×d); returns the moved samples.
 * A cluster stays empty only if every sample coincides with a centre, that is if there are fewer distinct samples than clusters. O(n) per cluster.
 */
function repairEmptyClustersInto(
  points: Matrix,
  labels: Int32Array,
  distances: Float64Array,
  counts: Int32Array,
  centres: Matrix,
): number[] {
  const moved: number[] = []
  for (let cluster = 0; cluster < counts.length; cluster++) {
    if (counts[cluster] > 0) continue
    let farthest = -1
    for (let i = 0; i < labels.length; i++)
      if (counts[labels[i]] > 1 && distances[i] > (farthest < 0 ? 0 : distances[farthest])) farthest = i
    if (farthest < 0) break
    counts[labels[farthest]]--
    counts[cluster] = 1
    labels[farthest] = cluster
    distances[farthest] = 0
    const width = points.columns
    centres.data.set(points.data.subarray(farthest * width, (farthest + 1) * width), cluster * width)
    moved.push(farthest)
  }
  return moved
}

/** Runs one of the jobs of `runKmeansJobs` in plain TypeScript, with the same bytes. O(n·k·d) per step. */
export function roughKmeansReference(points: Matrix, job: Omit<KmeansJob, 'points'>): KmeansResult {
  const { clusters, random, restarts, start, maxIterations = 100 } = job
  const { rows } = points
  const size = partSize(rows, clusters)
  const first = size < rows ? random.below(rows) : 0
  const part = Uint32Array.from({ length: size }, (_, j) => (first + Math.floor((j * rows) / size)) % rows)
  const subset = size < rows ? takeRows(points, part) : points
  let best: KmeansResult | undefined
  for (const startRandom of startRandoms(random, restarts)) {
    let result = lloyd(subset, drawStart(subset, clusters, start, startRandom), maxIterations, nearestInSingle)
    if (size < rows) result = lloyd(points, result.centres, LAST_STEPS, nearestInSingle)
    best = betterStart(best, result)
  }
  return best!
}

/** Finds the centre with the least ½c² − x·c of each point, every operation rounded to single precision. */
function nearestInSingle({ rows, columns, data }: Matrix, centres: Matrix): Int32Array {
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
