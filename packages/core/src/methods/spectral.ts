import { repeatedKmeans } from '../cluster/repeated-kmeans.ts'
import { unitRows } from '../data/scale.ts'
import { type Scaling, scaleView } from '../data/scale-view.ts'
import { nearestNeighbours } from '../graph/nearest-neighbours.ts'
import { neighbourGraph } from '../graph/neighbour-graph.ts'
import { normaliseDegrees } from '../graph/normalise-degrees.ts'
import { sumGraphs } from '../graph/sum-graphs.ts'
import { multiplyTransposeFast } from '../kernels/multiply-fast.ts'
import { ResidentMatrix } from '../kernels/resident-matrix.ts'
import { blockLanczos } from '../linalg/block-lanczos.ts'
import { transpose } from '../linalg/matrix.ts'
import type { SparseMatrix } from '../linalg/sparse-matrix.ts'
import { completeResult } from './complete-result.ts'
import type { Method } from './method.ts'

/** Spectral clustering of the summed neighbour graphs of the views. */
export const spectral: Method = {
  name: 'spectral',
  title: 'spectral clustering of the fused neighbour graph',
  description:
    'Builds a self-tuned nearest-neighbour graph in each view, adds the normalised graphs up, and groups the samples by the leading eigenvectors of the sum. All views weigh the same.',
  cost: 'time d·n² for exact neighbours, memory (d + neighbours·m)·n',
  source: 'Ng, Jordan and Weiss, NIPS 2001; local scales of Zelnik-Manor and Perona, NIPS 2004',
  orderFree: true,
  options: [
    {
      name: 'neighbours',
      kind: 'integer',
      minimum: 1,
      maximum: 1000,
      default: 10,
      description: 'neighbours of each sample in each view',
    },
    {
      name: 'scaling',
      kind: 'choice',
      choices: ['auto', 'feature', 'sample', 'none'],
      default: 'auto',
      description:
        'z-score every feature, bring every sample to unit length, or (auto) unit length for mostly zero views and z-scores for the rest',
    },
    {
      name: 'restarts',
      kind: 'integer',
      minimum: 1,
      maximum: 10000,
      default: 10,
      description: 'k-means runs, of which the best is kept',
    },
  ],
  *run(input, { clusters, options, random, kernels }) {
    const graphs: SparseMatrix[] = []
    for (const { data } of input.views) {
      const points = scaleView(data, options.scaling as Scaling)
      const neighbours = yield* nearestNeighbours(points, options.neighbours as number, (a, b) =>
        multiplyTransposeFast(kernels, a, b),
      )
      graphs.push(neighbourGraph(neighbours, input.samples))
    }
    const fused = normaliseDegrees(
      sumGraphs(
        graphs,
        graphs.map(() => 1),
      ),
    )
    const resident = new ResidentMatrix(kernels, fused)
    const eigen = yield* blockLanczos(
      (rows) => transpose(resident.multiply(transpose(rows))),
      input.samples,
      clusters,
      { random: random.split(0) },
    )
    const embedding = unitRows(transpose(eigen.vectors))
    const restarts = options.restarts as number
    const { labels, iterations, converged } = yield* repeatedKmeans(kernels, embedding, { clusters, restarts, random })
    const warnings = eigen.converged
      ? []
      : ['the eigenvectors of the fused graph had not settled at the largest number of steps']
    return completeResult({ labels, iterations, converged, embedding, warnings })
  },
}
