import type { Matrix, Method, Progress, SparseMatrix } from '@manyview/core'
import { completeResult, option, reporting, requireMemory, type Scaling, scaleView } from '@manyview/core/methods'
import {
  exponential,
  KernelMatrix,
  matrix,
  repeatedKmeans,
  squaredDistanceSteps,
  transpose,
} from '@manyview/core/numerics'
import { smallestEntriesInto } from '../graph/smallest-entries.ts'
import { spectralEmbeddingSteps } from '../graph/spectral-embedding.ts'
import { multiplyInParts } from '../linalg/multiply-in-parts.ts'
import { weightedSum } from '../linalg/weighted-sum.ts'

/** Similarity network fusion: the views' similarity graphs diffuse into each other until they agree, then spectral clustering. */
export const snf = {
  name: 'snf' as const,
  title: 'SNF, similarity network fusion',
  description:
    'Builds a similarity graph of all samples in each view, lets each diffuse along the nearest neighbours of the others for some rounds, and clusters their mean spectrally.',
  cost: 'time d·n² + neighbours·m·n² a round, memory (2·m + 7)·n²',
  source: 'Wang et al., Similarity network fusion for aggregating data types on a genomic scale, Nature Methods 2014',
  orderFree: true,
  options: [
    option.integer('neighbours', 20, 'neighbours along which similarities diffuse', { maximum: 1000 }),
    option.number('bandwidth', 0.5, 'width of the similarities, in local mean distances', {
      minimum: 1e-3,
      maximum: 1e3,
    }),
    option.integer('rounds', 20, 'rounds of diffusion', { minimum: 0, maximum: 1000 }),
    option.scaling('auto'),
    option.restarts(10),
  ],
  *run(input, task) {
    const { clusters, options, random, kernels } = task
    const { samples: n, views } = input
    requireMemory(task, 8 * (2 * views.length + 7) * n * n, `${2 * views.length + 7} matrices of ${n}×${n}`)
    const neighbours = Math.min(options.neighbours as number, n)
    const rounds = options.rounds as number
    let graphs: Matrix[] = []
    for (const [v, { data }] of views.entries()) {
      const progress = { stage: 'comparing samples', iteration: v + 1, total: views.length }
      const distances = yield* squaredDistanceSteps(kernels, scaleView(data, options.scaling as Scaling))
      yield progress
      const similar = yield* similaritiesInto(distances, neighbours, options.bandwidth as number, progress)
      graphs.push(yield* halfOnDiagonal(similar, progress))
    }
    const local: KernelMatrix[] = []
    for (const [v, graph] of graphs.entries()) {
      const progress = { stage: 'comparing samples', iteration: v + 1, total: views.length }
      local.push(new KernelMatrix(kernels, yield* strongestEdges(graph, neighbours, progress)))
    }
    for (let round = 1; round <= rounds; round++) {
      const previous = graphs
      const progress = { stage: 'diffusing', iteration: round, total: rounds }
      const total = weightedSum(previous)
      yield progress
      graphs = []
      for (const [v, own] of local.entries()) {
        const share = 1 / (views.length - 1)
        const others = views.length === 1 ? total : weightedSum([total, previous[v]], [share, -share])
        yield progress
        const spread = (graph: Matrix) =>
          reporting(
            multiplyInParts((part) => own.multiply(part), graph, n),
            progress,
          )
        // S·P·Sᵀ as S·(S·P)ᵀ, since P is symmetric.
        const half = transpose(yield* spread(others))
        yield progress
        graphs.push(yield* halfOnDiagonal(yield* spread(half), progress))
      }
    }
    const mean = weightedSum(
      graphs,
      graphs.map(() => 1 / graphs.length),
    )
    const fused = yield* halfOnDiagonal(mean, { stage: 'eigenvectors', iteration: 0, total: 1 })
    const embedding = yield* spectralEmbeddingSteps(kernels, fused, clusters)
    const restarts = options.restarts as number
    const { labels, converged } = yield* repeatedKmeans(kernels, embedding, { clusters, restarts, random })
    return completeResult({ labels, iterations: rounds, converged, embedding })
  },
} satisfies Method

/** Gaussian similarities whose width at a pair is `bandwidth` times the mean of three: the mean distances of both to their neighbours, and their own distance. Takes the roots in place. Yields every 200 rows. */
function* similaritiesInto(
  squared: Matrix,
  neighbours: number,
  bandwidth: number,
  progress: Progress,
): Generator<Progress, Matrix> {
  const n = squared.rows
  const distances = squared.data
  const near = new Float64Array(n)
  const nearest = new Int32Array(Math.min(neighbours, n - 1))
  for (let i = 0; i < n; i++) {
    if (i % 200 === 0) yield progress
    const row = distances.subarray(i * n, (i + 1) * n)
    for (let j = 0; j < n; j++) row[j] = Math.sqrt(row[j])
    smallestEntriesInto(nearest, row, i)
    for (const j of nearest) near[i] += row[j] / nearest.length
  }
  const result = matrix(n, n)
  for (let i = 0; i < n; i++) {
    if (i % 200 === 0) yield progress
    for (let j = 0; j < n; j++) {
      const distance = distances[i * n + j]
      const width = bandwidth * ((near[i] + near[j] + distance) / 3 + 2.220446049250313e-16)
      result.data[i * n + j] = exponential((-distance * distance) / (2 * width * width)) / width
    }
  }
  return result
}

/** Rows of a symmetric graph rescaled so that the diagonal is ½ and the rest of the row sums to ½, then symmetrised. Yields after each pass. */
function* halfOnDiagonal(graph: Matrix, progress: Progress): Generator<Progress, Matrix> {
  const n = graph.rows
  const factors = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    let sum = 0
    for (let j = 0; j < n; j++) if (j !== i) sum += graph.data[i * n + j]
    factors[i] = sum > 0 ? 0.25 / sum : 0
  }
  yield progress
  const result = matrix(n, n)
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++)
      result.data[i * n + j] = j === i ? 0.5 : graph.data[i * n + j] * (factors[i] + factors[j])
  yield progress
  return result
}

/** Each row reduced to its `count` largest entries (ties: the lower index), divided by their sum. Yields every 200 rows. */
function* strongestEdges(graph: Matrix, count: number, progress: Progress): Generator<Progress, SparseMatrix> {
  const n = graph.rows
  const strongest = new Int32Array(count)
  const indices = new Uint32Array(n * count)
  const values = new Float64Array(n * count)
  for (let i = 0; i < n; i++) {
    if (i % 200 === 0) yield progress
    const row = graph.data.subarray(i * n, (i + 1) * n)
    smallestEntriesInto(
      strongest,
      row.map((value) => -value),
    )
    const sum = strongest.reduce((total, j) => total + row[j], 0)
    indices.set(strongest.sort(), i * count)
    strongest.forEach((j, rank) => {
      values[i * count + rank] = row[j] / sum
    })
  }
  return { rows: n, columns: n, values, indices, pointers: Uint32Array.from({ length: n + 1 }, (_, i) => i * count) }
}
