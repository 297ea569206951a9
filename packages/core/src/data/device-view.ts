import type { Kernels } from '../kernels/kernels.ts'
import { isWellTold } from '../linalg/device-svd.ts'
import type { Matrix } from '../linalg/matrix.ts'
import { SOLVED_WHOLE } from '../linalg/randomised-svd.ts'
import type { Rows } from '../linalg/rows.ts'
import type { Progress } from '../progress.ts'
import type { Random } from '../random/random.ts'
import { oneProcess } from '../ranks/one-process.ts'
import { FEW_DIMENSIONS } from './comparable-rows.ts'
import type { PreprocessedView } from './preprocess-view.ts'
import { RANK, scoresTransform } from './scored-view.ts'
import { foldFeatures, rangeWeights } from './sketch-rows.ts'
import { treatments, type ViewKind } from './treatments.ts'
import { viewKind } from './view-kind.ts'

/** A view made ready, and what copies are told by. */
export interface DeviceReadyView {
  ready: PreprocessedView
  sketch: Matrix
}

/**
 * `preprocessView` and `sketchRows` of a view (n×d) with its samples in the order `samples`, on a device: the view goes there once, as it is. Null where there is no device, where samples are few, where the view is no
 * dense one of measurements with 4 to 400 features that is in memory, where it holds levels, and where single precision has not the digits for it.
 */
export function* deviceView(
  { device }: Kernels,
  view: Rows,
  samples: Uint32Array,
  random: Random,
  told?: ViewKind,
): Generator<Progress, DeviceReadyView | null> {
  const { columns } = view
  const isFit = 'data' in view && columns >= FEW_DIMENSIONS && columns <= SOLVED_WHOLE
  if (!device || view.rows <= device.many || !isFit) return null
  const kind = told ?? (yield* viewKind(view, oneProcess, samples))
  const { rule, change } = treatments[kind]
  if (rule !== 'measurements' || change || kind === 'levels') return null
  const fold = (low: Float64Array, high: Float64Array) => foldFeatures(rangeWeights(low, high), random)
  const found = yield* device.readyMeasurements(view, samples, RANK, fold)
  if (!found || !isWellTold(found.s)) return null
  const { low, high, mean, scale, s, v, scores, lengths, sketch } = found
  const statistics = { low, high, roots: new Uint8Array(columns).fill(1), mean, scale }
  const made = { kind: 'measurements' as const, columns: Uint32Array.from(low.keys()), statistics }
  const transform = scoresTransform(columns, { s, v }, scores.columns, made, 0)
  const present = new Uint8Array(view.rows).fill(1)
  return { ready: { scores, wide: scores, lengths, entries: null, kind, present, transform }, sketch }
}
