import { isWellTold } from '../numerics/linalg/device-svd.ts'
import type { Matrix } from '../numerics/linalg/matrix.ts'
import { SOLVED_WHOLE } from '../numerics/linalg/randomised-svd.ts'
import { inBlocks, type Rows } from '../numerics/linalg/rows.ts'
import { rowsAt } from '../numerics/linalg/take-rows.ts'
import type { Random } from '../numerics/random/random.ts'
import type { Progress } from '../runtime/progress.ts'
import { singleProcess } from '../runtime/ranks/single-process.ts'
import type { Processors } from '../runtime/runtime.ts'
import { FEW_DIMENSIONS } from './comparable-rows.ts'
import type { PreprocessedView } from './preprocess-view.ts'
import { hasFewDirections, RANK, scoresTransform } from './scored-view.ts'
import { foldFeatures, rangeWeights } from './sketch-rows.ts'
import { columnStatistics } from './standardised-shares.ts'
import { treatments, type ViewKind } from './treatments.ts'
import { viewKind } from './view-kind.ts'

/** A view made ready, and what copies are told by. */
export interface DeviceReadyView {
  ready: PreprocessedView
  sketch: Matrix
}

/**
 * Does what `preprocessView` and `sketchRows` do for the samples of a view (n×d) that `samples` names, in that order, on a device: the processor finds the statistics of the columns, and the view goes there once, as it is.
 * Null where there is no device, where samples are few, where the view is no dense one of measurements with 4 to 400 features that is in memory, where it is told to hold levels, where few
 * directions stand out, and where single precision has not the digits for it. O(n·d²).
 */
export function* deviceView(
  { kernels, device }: Processors,
  view: Rows,
  samples: Uint32Array,
  random: Random,
  declaredKind?: ViewKind,
): Generator<Progress, DeviceReadyView | null> {
  const { columns } = view
  const isFit = 'data' in view && columns >= FEW_DIMENSIONS && columns <= SOLVED_WHOLE
  if (!device || samples.length <= device.many || !isFit) return null
  const rows = rowsAt(inBlocks(view), samples)
  const kind = declaredKind ?? (yield* viewKind(rows, singleProcess))
  const { rule, change } = treatments[kind]
  if (rule !== 'measurements' || change || kind === 'levels') return null
  const statistics = yield* columnStatistics(kernels, rows, singleProcess)
  const folded = foldFeatures(rangeWeights(statistics.low, statistics.high), random)
  const measurements = yield* device.readyMeasurements(view, samples, RANK, statistics, folded)
  if (!measurements || !isWellTold(measurements.s)) return null
  const { s, v, scores, lengths, sketch } = measurements
  const standard = {
    kind: 'measurements' as const,
    columns: Uint32Array.from(statistics.low.keys()),
    statistics,
  }
  if (hasFewDirections(s, standard, samples.length)) return null
  const transform = scoresTransform(columns, { s, v }, scores.columns, standard, 0, false)
  const present = new Uint8Array(samples.length).fill(1)
  return { ready: { scores, wide: scores, lengths, isUnit: true, entries: null, kind, present, transform }, sketch }
}
