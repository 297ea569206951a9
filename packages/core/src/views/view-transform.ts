import type { Matrix } from '../numerics/linalg/matrix.ts'
import { matrix } from '../numerics/linalg/matrix.ts'
import { isSparse, type SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'
import { changedRows, type EntryChange } from './change-entries.ts'
import { shareOfRange } from './standardised-shares.ts'

interface Projection {
  /** Features of the view, d. */
  features: number
  /** Scores of a sample, r. */
  rank: number
  /** d×r, row by row. */
  projection: Float32Array
  /** What is done to the entries of a sample first; absent: nothing. */
  change?: EntryChange
  /** What all scores are divided by; 0: every sample by its own length. */
  length: number
}

/** Words: unit rows of sign(x)·√(|x|·idf) less `shift`, unit rows again, projected. */
export interface WordsTransform extends Projection {
  kind: 'words'
  /** Length d; 0 for a word that no sample had, which says nothing. */
  idf: Float64Array
  shift: Float64Array
}

/** Measurements: the share between low and high, or its root, less the mean, projected. */
export interface MeasurementsTransform extends Projection {
  kind: 'measurements'
  /** Length d each; low equals high for a constant feature, which is not looked at. */
  low: Float64Array
  high: Float64Array
  /** 1 where the root of the share is taken. */
  roots: Uint8Array
  mean: Float64Array
}

/** Scores in one unit: less the mean, projected. */
export interface ScoresTransform extends Projection {
  kind: 'scores'
  /** Length d. */
  mean: Float64Array
}

/** How `preprocessView` made scores of a view, so that other samples get scores in the same space. */
export type ViewTransform = WordsTransform | MeasurementsTransform | ScoresTransform

/** Scores of some samples, count×r; `present` is 0 where a sample has nothing to say. */
export interface TransformedRows {
  scores: Matrix
  present: Uint8Array
}

/** The scores of the samples begin … end − 1 of `view` (n×d). Each depends on its own row only; NaN counts as the mean. O(entries · r). */
export function transformRows(
  transform: ViewTransform,
  view: Matrix | SparseMatrix,
  begin = 0,
  end = view.rows,
): TransformedRows {
  const { rank, change } = transform
  if (change) return transformRows({ ...transform, change: undefined }, changedRows(view, change, begin, end))
  const project = projection(transform, isSparse(view))
  const scores = matrix(end - begin, rank)
  const present = new Uint8Array(end - begin)
  const all = Uint32Array.from({ length: view.columns }, (_, j) => j)
  for (let i = begin; i < end; i++) {
    const row = scores.data.subarray((i - begin) * rank, (i - begin + 1) * rank)
    const [from, to] = isSparse(view)
      ? [view.pointers[i], view.pointers[i + 1]]
      : [i * view.columns, (i + 1) * view.columns]
    const values = isSparse(view) ? view.values.subarray(from, to) : view.data.subarray(from, to)
    const features = isSparse(view) ? view.indices.subarray(from, to) : all
    present[i - begin] = project(values, features, row) ? 1 : 0
    scaleInto(row, transform.length)
  }
  return { scores, present }
}

/** How far the samples begin … end − 1 of `view` (n×d) lie beyond all samples of the fit: in ranges of a feature, on average over the features; 0 for words and scores, whose ranges are not kept. O(entries). */
export function beyondRanges(
  transform: ViewTransform,
  view: Matrix | SparseMatrix,
  begin = 0,
  end = view.rows,
): Float64Array {
  const result = new Float64Array(end - begin)
  if (transform.kind !== 'measurements') return result
  const { low, high } = transform
  const varying = low.reduce((count, value, j) => count + Number(value < high[j]), 0)
  if (varying === 0) return result
  for (let i = begin; i < end; i++) {
    const [from, to] = isSparse(view)
      ? [view.pointers[i], view.pointers[i + 1]]
      : [i * view.columns, (i + 1) * view.columns]
    let sum = 0
    for (let p = from; p < to; p++) {
      const [value, j] = isSparse(view) ? [view.values[p], view.indices[p]] : [view.data[p], p - from]
      if (!(low[j] < high[j])) continue
      const share = shareOfRange(value, low[j], high[j])
      if (share > 1) sum += share - 1
      else if (share < 0) sum -= share
    }
    result[i - begin] = sum / varying
  }
  return result
}

/** Writes the scores of one sample into `row`, zero at first; false where the sample has nothing to say. */
type Project = (values: Float64Array, features: Uint32Array, row: Float64Array) => boolean

function projection(transform: ViewTransform, sparse: boolean): Project {
  if (transform.kind === 'words') return projectWords(transform)
  return transform.kind === 'scores' ? projectScores(transform, sparse) : projectMeasurements(transform, sparse)
}

function projectScores({ mean, projection, rank }: ScoresTransform, sparse: boolean): Project {
  const base = new Float64Array(rank)
  if (sparse) for (let j = 0; j < mean.length; j++) addInto(base, projection, j * rank, -mean[j])
  return (values, features, row) => {
    row.set(base)
    for (let p = 0; p < values.length; p++) {
      const j = features[p]
      if (!Number.isNaN(values[p])) addInto(row, projection, j * rank, sparse ? values[p] : values[p] - mean[j])
    }
    return true
  }
}

function projectWords({ idf, shift, projection, rank }: WordsTransform): Project {
  const offset = new Float64Array(rank)
  let shiftSquare = 0
  for (let j = 0; j < shift.length; j++) {
    shiftSquare += shift[j] * shift[j]
    addInto(offset, projection, j * rank, shift[j])
  }
  return (values, features, row) => {
    let square = 0
    for (let p = 0; p < values.length; p++) if (values[p] !== 0) square += Math.abs(values[p]) * idf[features[p]] || 0
    if (square === 0) return false
    const length = Math.sqrt(square)
    let along = 0
    for (let p = 0; p < values.length; p++) {
      const j = features[p]
      const value = (Math.sign(values[p]) * Math.sqrt(Math.abs(values[p]) * idf[j])) / length
      if (!(value * value > 0)) continue
      along += value * shift[j]
      addInto(row, projection, j * rank, value)
    }
    const distance = Math.sqrt(Math.max(1 - 2 * along + shiftSquare, 0))
    for (let c = 0; c < rank; c++) row[c] = distance > 1e-7 ? (row[c] - offset[c]) / distance : 0
    return true
  }
}

function projectMeasurements(
  { low, high, roots, mean, projection, rank }: MeasurementsTransform,
  sparse: boolean,
): Project {
  const scaleValue = (value: number, j: number) => {
    if (low[j] >= high[j]) return 0
    const share = shareOfRange(value, low[j], high[j])
    // Below the lowest value of the fit there is no root: such a value counts as the lowest.
    return roots[j] === 1 ? Math.sqrt(Math.max(share, 0)) : share
  }
  const zero = sparse ? low.map((_, j) => scaleValue(0, j)) : mean
  const base = new Float64Array(rank)
  if (sparse) for (let j = 0; j < mean.length; j++) addInto(base, projection, j * rank, zero[j] - mean[j])
  return (values, features, row) => {
    row.set(base)
    for (let p = 0; p < values.length; p++) {
      const j = features[p]
      const value = (Number.isNaN(values[p]) ? mean[j] : scaleValue(values[p], j)) - zero[j]
      if (value !== 0) addInto(row, projection, j * rank, value)
    }
    return true
  }
}

function addInto(row: Float64Array, projection: Float32Array, at: number, factor: number): void {
  for (let c = 0; c < row.length; c++) row[c] += factor * projection[at + c]
}

function scaleInto(row: Float64Array, common: number): void {
  let length = common
  if (common === 0) {
    let square = 0
    for (let c = 0; c < row.length; c++) square += row[c] * row[c]
    length = Math.sqrt(square)
  }
  if (length < 1e-12) row.fill(0)
  // In single precision, as models keep them: a sample then has distance 0 to itself.
  else for (let c = 0; c < row.length; c++) row[c] = Math.fround(row[c] / length)
}
