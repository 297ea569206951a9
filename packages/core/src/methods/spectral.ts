import { nearestNeighbours } from '../graphs/nearest-neighbours.ts'
import { neighbourGraph } from '../graphs/neighbour-graph.ts'
import { normaliseDegrees } from '../graphs/normalise-degrees.ts'
import { sumGraphs } from '../graphs/sum-graphs.ts'
import { repeatedKmeans } from '../numerics/kmeans/repeated-kmeans.ts'
import { blockLanczos } from '../numerics/linalg/block-lanczos.ts'
import { type Matrix, transpose } from '../numerics/linalg/matrix.ts'
import { unitRows } from '../numerics/linalg/scale.ts'
import type { SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'
import { KernelMatrix } from '../runtime/kernels/kernel-matrix.ts'
import { singleProcess } from '../runtime/ranks/single-process.ts'
import { type Scaling, scaleView } from '../views/scale-view.ts'
import { completeResult } from './complete-result.ts'
import type { Method } from './method.ts'
import { option } from './option.ts'

/** Spectral clustering of the summed neighbour graphs of the views. */
export const spectral = {
  name: 'spectral' as const,
  title: 'spectral clustering of the fused neighbour graph',
  description:
    'Builds a self-tuned nearest-neighbour graph in each view, adds the normalised graphs up, and groups the samples by the leading eigenvectors of the sum. All views weigh the same.',
  cost: 'time d·n² for exact neighbours, memory (d + neighbours·m)·n',
  source: 'Ng, Jordan and Weiss, NIPS 2001; local scales of Zelnik-Manor and Perona, NIPS 2004',
  orderFree: true,
  options: [
    option.integer('neighbours', 10, 'neighbours of each sample in each view', { maximum: 1000 }),
    option.scaling('auto'),
    option.restarts(10),
  ],
  *run(input, { clusters, options, random, kernels }) {
    const graphs: SparseMatrix[] = []
    for (const { data } of input.views) {
      const points = scaleView(data, options.scaling as Scaling)
      const neighbours = yield* nearestNeighbours(kernels, points, options.neighbours as number, singleProcess)
      graphs.push(neighbourGraph(kernels, neighbours, input.samples, singleProcess))
    }
    const equal = graphs.map(() => 1)
    const fused = new KernelMatrix(kernels, normaliseDegrees(sumGraphs(kernels, graphs, equal), singleProcess), {
      turned: false,
    })
    const apply = (rows: Matrix) => transpose(fused.multiply(transpose(rows)))
    const eigen = yield* blockLanczos(apply, input.samples, clusters, {
      random: random.split(0),
      kernels,
      ranks: singleProcess,
    })
    const embedding = unitRows(transpose(eigen.vectors))
    const restarts = options.restarts as number
    const { labels, iterations, converged } = yield* repeatedKmeans(kernels, embedding, { clusters, restarts, random })
    const warnings = eigen.converged
      ? []
      : ['the eigenvectors of the fused graph had not settled at the largest number of steps']
    return completeResult({ labels, iterations, converged, embedding, warnings })
  },
} satisfies Method
