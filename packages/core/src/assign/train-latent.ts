import { clusterCentres } from '../numerics/kmeans/cluster-centres.ts'
import type { Matrix } from '../numerics/linalg/matrix.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { LatentModel } from './model.ts'
import type { Training } from './train-model.ts'
import { typicalDistance } from './typical-distances.ts'

/** DSTL's factors W and C of every view and the centres of its clusters among the unit rows that k-means saw. O(d·k + n·k). */
export function trainLatent(kernels: Kernels, { clustering, about }: Training): LatentModel {
  const { details, options, embedding, labels, clusters } = clustering
  const { W, C } = details as { W: Record<string, Matrix>; C: Record<string, Matrix> }
  const [known] = clusterCentres(kernels, embedding!, [{ labels, clusters }])
  return {
    ...about,
    way: 'latent',
    rule: options.consensusRule === 'mean' ? 'mean' : 'sum',
    parts: about.views.map(({ name }, view) => ({
      view,
      W: { rows: W[name].rows, columns: W[name].columns, data: Float32Array.from(W[name].data) },
      C: options.variant === 'Y' ? null : C[name],
    })),
    ...known,
    usual: typicalDistance(embedding!, labels, known.centres),
  }
}
