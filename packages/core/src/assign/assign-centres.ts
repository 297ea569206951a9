import { centreMembershipsInto } from '../numerics/kmeans/centre-memberships.ts'
import { matrix } from '../numerics/linalg/matrix.ts'
import { isSparse } from '../numerics/linalg/sparse-matrix.ts'
import { projectOntoSimplexInto } from '../numerics/prox/simplex-projection.ts'
import type { Progress } from '../runtime/progress.ts'
import type { NamedMatrix } from '../views/prepare-views.ts'
import type { CentreModel, LatentModel, LatentView, Placing } from './model.ts'

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
  const observed = new Uint8Array(columns)
  for (let i = 0; i < samples; i++) {
    let offset = 0
    let features = 0
    model.parts.forEach(({ mean, scale }, p) => {
      const view = views[p]
      const present = view !== null && (!view.present || view.present[i] === 1)
      observed.fill(present ? 1 : 0, offset, offset + mean.length)
      if (present) standardisedInto(point.subarray(offset, offset + mean.length), view.data, i, mean, scale)
      if (present) features += mean.length
      offset += mean.length
    })
    const row = memberships.data.subarray(i * model.clusters, (i + 1) * model.clusters)
    if (features > 0)
      strangeness[i] = Math.sqrt(centreMembershipsInto(row, point, model.centres, observed, model.sizes) / features)
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

/**
 * Memberships of new samples in DSTL's clusters: x of unit length, P = Wᵀx in every view that the sample has, Σ CᵀP (a missing view counts as the mean of the
 * others) projected onto the simplex, unit length, distances to the centres. Without a consensus (variant Y) the Ps side by side. O(count · k · features).
 */
export function* assignByFactors(
  model: LatentModel,
  views: readonly (NamedMatrix | null)[],
  samples: number,
): Generator<Progress, Placing> {
  const memberships = matrix(samples, model.clusters)
  const strangeness = new Float64Array(samples).fill(Infinity)
  const place = model.parts.some(({ C }) => C === null) ? sideBySide(model) : combined(model)
  for (let i = 0; i < samples; i++) {
    const parts = model.parts.map((part, p) => latent(part, views[p], i))
    const row = memberships.data.subarray(i * model.clusters, (i + 1) * model.clusters)
    if (parts.some((part) => part)) {
      const { point, known } = place(parts)
      const least = centreMembershipsInto(row, unit(point), model.centres, known, model.sizes)
      strangeness[i] = Math.sqrt(least / (known?.reduce((sum, one) => sum + one, 0) ?? point.length))
    }
    if ((i + 1) % BLOCK === 0 || i + 1 === samples) yield { stage: 'assigning', iteration: i + 1, total: samples }
  }
  return { memberships, strangeness }
}

type Place = (parts: readonly (Float64Array | null)[]) => { point: Float64Array; known: Uint8Array | null }

function combined({ parts: factors, rule }: LatentModel): Place {
  return (parts) => {
    const k = factors[0].W.columns
    const point = new Float64Array(k)
    let having = 0
    parts.forEach((latent, p) => {
      if (!latent) return
      having++
      const C = factors[p].C!
      for (let a = 0; a < k; a++) for (let b = 0; b < k; b++) point[b] += latent[a] * C.data[a * k + b]
    })
    const factor = (rule === 'mean' ? 1 : parts.length) / having
    for (let b = 0; b < k; b++) point[b] *= factor
    projectOntoSimplexInto(point)
    return { point, known: null }
  }
}

function sideBySide({ parts: factors }: LatentModel): Place {
  return (parts) => {
    const k = factors[0].W.columns
    const point = new Float64Array(k * parts.length)
    const observed = new Uint8Array(k * parts.length)
    parts.forEach((latent, p) => {
      if (!latent) return
      point.set(latent, p * k)
      observed.fill(1, p * k, (p + 1) * k)
    })
    return { point, known: observed }
  }
}

/** Wᵀx for sample i at unit length; null where it lacks the view. */
function latent({ W }: LatentView, view: NamedMatrix | null, i: number): Float64Array | null {
  if (!view || (view.present && view.present[i] === 0)) return null
  const { data } = view
  const begin = isSparse(data) ? data.pointers[i] : i * data.columns
  const end = isSparse(data) ? data.pointers[i + 1] : begin + data.columns
  const values = isSparse(data) ? data.values : data.data
  const result = new Float64Array(W.columns)
  let square = 0
  for (let p = begin; p < end; p++) {
    const value = values[p]
    // The factors know no mean of the features: what is missing adds nothing.
    if (value === 0 || Number.isNaN(value)) continue
    square += value * value
    const at = (isSparse(data) ? data.indices[p] : p - begin) * W.columns
    for (let c = 0; c < W.columns; c++) result[c] += value * W.data[at + c]
  }
  const length = Math.max(Math.sqrt(square), 1e-12)
  for (let c = 0; c < W.columns; c++) result[c] /= length
  return result
}

function unit(point: Float64Array): Float64Array {
  let square = 0
  for (let c = 0; c < point.length; c++) square += point[c] * point[c]
  const length = Math.max(Math.sqrt(square), 1e-12)
  return point.map((value) => value / length)
}
