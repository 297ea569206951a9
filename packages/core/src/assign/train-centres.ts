import { clusterCentres } from '../numerics/kmeans/cluster-centres.ts'
import type { HeldRows, Rows } from '../numerics/linalg/rows.ts'
import { toDense } from '../numerics/linalg/sparse-matrix.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import { readRows } from '../runtime/ranks/sum-rows.ts'
import type { CentreModel, StandardisedView } from './model.ts'
import type { Training } from './train-model.ts'
import { typicalDistance } from './typical-distances.ts'

/** Mean and deviation (n − 1) of every feature and the centres of k-means among the z-scores. Three readings. O(n·d). */
export function* trainCentres(
  kernels: Kernels,
  { input, clustering, about }: Training,
): Generator<Progress, CentreModel> {
  const parts: StandardisedView[] = []
  for (const [view, { data }] of input.views.entries())
    parts.push({ view, ...(yield* standardisation(data, about.samples)) })
  const { embedding, labels, clusters } = clustering
  const [known] = clusterCentres(kernels, embedding!, [{ labels, clusters }])
  return { ...about, way: 'centres', parts, ...known, usual: typicalDistance(embedding!, labels, known.centres) }
}

function* standardisation(rows: Rows, samples: number): Generator<Progress, Omit<StandardisedView, 'view'>> {
  const { columns } = rows
  const low = new Float64Array(columns).fill(Infinity)
  const high = new Float64Array(columns).fill(-Infinity)
  const mean = new Float64Array(columns)
  const square = new Float64Array(columns)
  const eachValue = (look: (value: number, j: number) => void) => (block: HeldRows) => {
    const { data } = 'pointers' in block ? toDense(block) : block
    for (let p = 0; p < data.length; p++) look(data[p], p % columns)
  }
  yield* readRows(
    rows,
    eachValue((value, j) => {
      low[j] = Math.min(low[j], value)
      high[j] = Math.max(high[j], value)
    }),
  )
  yield* readRows(
    rows,
    eachValue((value, j) => {
      mean[j] += value
    }),
  )
  for (let j = 0; j < columns; j++) mean[j] = low[j] < high[j] ? mean[j] / samples : 0
  yield* readRows(
    rows,
    eachValue((value, j) => {
      square[j] += (value - mean[j]) * (value - mean[j])
    }),
  )
  const scale = square.map((sum, j) => (low[j] < high[j] ? 1 / Math.sqrt(sum / (samples - 1)) : 0))
  return { mean, scale }
}
