import { centreMembershipsInto } from '../numerics/kmeans/centre-memberships.ts'
import { matrix } from '../numerics/linalg/matrix.ts'
import { isSparse } from '../numerics/linalg/sparse-matrix.ts'
import type { Progress } from '../runtime/progress.ts'
import type { NamedMatrix } from '../views/prepare-views.ts'
import type { CentreModel } from './model.ts'
import type { Placing } from './placing.ts'

const BLOCK = 256

/** Memberships of new samples by the distances of their z-scores to the centres of k-means, over the views that they have; strange is what is far from all of them. O(count · clusters · features). */
export function* assignByCentres(
  model: CentreModel,
  views: readonly (NamedMatrix | null)[],
  samples: number,
): Generator<Progress, Placing> {
  const { columns } = model.centres
  const memberships = matrix(samples, model.clusters)
  const strangeness = new Float64Array(samples).fill(Infinity)
  const point = new Float64Array(columns)
  const known = new Uint8Array(columns)
  for (let i = 0; i < samples; i++) {
    let offset = 0
    let shown = 0
    model.parts.forEach(({ mean, scale }, p) => {
      const view = views[p]
      const present = view !== null && (!view.present || view.present[i] === 1)
      known.fill(present ? 1 : 0, offset, offset + mean.length)
      if (present) standardisedInto(point.subarray(offset, offset + mean.length), view.data, i, mean, scale)
      if (present) shown += mean.length
      offset += mean.length
    })
    const row = memberships.data.subarray(i * model.clusters, (i + 1) * model.clusters)
    if (shown > 0)
      strangeness[i] = Math.sqrt(centreMembershipsInto(row, point, model.centres, known, model.sizes) / shown)
    if ((i + 1) % BLOCK === 0 || i + 1 === samples) yield { stage: 'assigning', iteration: i + 1, total: samples }
  }
  return { memberships, strangeness }
}

function standardisedInto(
  point: Float64Array,
  data: NamedMatrix['data'],
  i: number,
  mean: Float64Array,
  scale: Float64Array,
): void {
  if (isSparse(data)) {
    point.fill(0)
    for (let p = data.pointers[i]; p < data.pointers[i + 1]; p++) point[data.indices[p]] = data.values[p]
  } else point.set(data.data.subarray(i * data.columns, (i + 1) * data.columns))
  for (let j = 0; j < point.length; j++) point[j] = Number.isNaN(point[j]) ? 0 : (point[j] - mean[j]) * scale[j]
}
