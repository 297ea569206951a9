import type { Matrix } from '../numerics/linalg/matrix.ts'
import { isSparse, type SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'
import type { Block, KernelCall, Kernels } from '../runtime/kernels/kernels.ts'
import type { Stratified } from './distinguishing-features.ts'

/** How far one feature sets each cluster apart. */
export interface RankEffects {
  /** By cluster: Cliff's delta, from −1 to 1; 0 for an empty cluster and for one that holds all samples. */
  effects: Float64Array
  /** By cluster: the standard deviation of that number if the cluster were drawn at random. */
  deviations: Float64Array
}

/**
 * Cliff's delta of every cluster against all other samples from one sort of each feature: a sample of the cluster wins against the weight of what lies below it and
 * loses against what lies above; inside the cluster wins and losses cancel. The deviation is that of the rank sum, with ties. Features are shared among the threads; they are
 * copied one by one. O(values + clusters) per feature.
 */
export function rankEffects(kernels: Kernels, features: Iterable<FeatureValues>, seen: Stratified): RankEffects[] {
  const { clusters, labels, weights } = seen
  const sizes = new Float64Array(clusters)
  for (const label of labels) sizes[label]++
  const total = sizes.reduce((sum, size, c) => sum + size * weights[c], 0)
  const mark = kernels.mark()
  const [labelsIn, weightsIn, sizesIn] = [kernels.copyWhole(labels), kernels.copyIn(weights), kernels.copyIn(sizes)]
  const shared = [labelsIn.pointer, labels.length, weightsIn.pointer, sizesIn.pointer, clusters, total] as const
  const results: [effects: Block, deviations: Block][] = []
  const calls: KernelCall<'rankEffects'>[] = []
  let most = 0
  let previous: { rows: Uint32Array; pointer: number } | undefined
  for (const { rows, values } of features) {
    // All features of a dense view have the same rows.
    if (previous?.rows !== rows) previous = { rows, pointer: kernels.copyWhole(rows).pointer }
    const valuesIn = kernels.copyIn(values)
    const [effects, deviations] = [kernels.allocate(clusters), kernels.allocate(clusters)]
    results.push([effects, deviations])
    calls.push([previous.pointer, valuesIn.pointer, rows.length, ...shared, effects.pointer, deviations.pointer])
    most = Math.max(most, rows.length)
  }
  kernels.share('rankEffects', calls, 3 * most + clusters + 1024)
  const ranked = results.map(([effects, deviations]) => ({
    effects: effects.f64.slice(),
    deviations: deviations.f64.slice(),
  }))
  kernels.release(mark)
  return ranked
}

/** The values of one feature: `values[p]` at the row `rows[p]`, zero in all rows that are not named. */
export interface FeatureValues {
  rows: Uint32Array
  values: Float64Array
}

/** The features of some samples of a view, one by one; row r is the sample `samples[r]`. Sparse views are turned over once: O(their entries). */
export class FeatureColumns {
  private readonly read: (feature: number) => FeatureValues

  constructor(view: Matrix | SparseMatrix, samples: Uint32Array) {
    if (isSparse(view)) this.read = sparseColumns(view, samples)
    else {
      const rows = Uint32Array.from(samples.keys())
      const values = new Float64Array(samples.length)
      this.read = (feature) => {
        for (let r = 0; r < samples.length; r++) values[r] = view.data[samples[r] * view.columns + feature]
        return { rows, values }
      }
    }
  }

  /** Valid until the next call. */
  values(feature: number): FeatureValues {
    return this.read(feature)
  }
}

function sparseColumns(view: SparseMatrix, samples: Uint32Array): (feature: number) => FeatureValues {
  const begins = new Uint32Array(view.columns + 1)
  for (const i of samples) for (let p = view.pointers[i]; p < view.pointers[i + 1]; p++) begins[view.indices[p] + 1]++
  for (let j = 0; j < view.columns; j++) begins[j + 1] += begins[j]
  const next = begins.slice()
  const rows = new Uint32Array(begins[view.columns])
  const values = new Float64Array(begins[view.columns])
  samples.forEach((i, row) => {
    for (let p = view.pointers[i]; p < view.pointers[i + 1]; p++) {
      const q = next[view.indices[p]]++
      rows[q] = row
      values[q] = view.values[p]
    }
  })
  return (feature) => ({
    rows: rows.subarray(begins[feature], begins[feature + 1]),
    values: values.subarray(begins[feature], begins[feature + 1]),
  })
}
