import type { PreparedRows } from '../data/prepare-views.ts'
import { unitRows } from '../data/scale.ts'
import type { Kernels } from '../kernels/kernels.ts'
import type { Precision } from '../kernels/precision.ts'
import { StreamedMatrix } from '../kernels/streamed-matrix.ts'
import { hasSparseRows, isBlocked, mapRows } from '../linalg/rows.ts'
import type { Progress } from '../progress.ts'
import { readRows } from '../ranks/sum-rows.ts'
import { type ResidentViews, residentViews } from './dstl-iterations.ts'

/** Views of more bytes together than this get a memory each: one holds 4 GiB at most, and the variables need one too. */
const TOGETHER = 1_073_741_824

/**
 * The views as DSTL wants them, samples of unit length: in the kernels' memory, or, where they are read in blocks, brought to unit length whenever they are read: once here for the norm,
 * then twice per iteration. What fits of the same samples have in common, whatever their settings.
 */
export function* unitViews(
  kernels: Kernels,
  { samples, views }: PreparedRows,
  precision?: Precision,
): Generator<Progress, ResidentViews> {
  const features = views.reduce((total, { data }) => total + ('data' in data ? data.columns : 0), 0)
  const apart = 8 * samples * features > TOGETHER
  const parts: ResidentViews[] = []
  for (const { data } of views) {
    const unit = mapRows(data, { columns: data.columns, sparse: hasSparseRows(data) }, unitRows)
    if (!isBlocked(unit)) {
      parts.push(residentViews(apart ? kernels.another() : kernels, [unit], precision))
      continue
    }
    let squaredNorm = 0
    yield* readRows(unit, (block) => {
      const values = 'pointers' in block ? block.values : block.data
      for (let p = 0; p < values.length; p++) squaredNorm += values[p] * values[p]
    })
    parts.push({ X: [new StreamedMatrix(kernels, unit)], squaredNorm })
  }
  return {
    X: parts.flatMap(({ X }) => X),
    squaredNorm: parts.reduce((total, part) => total + part.squaredNorm, 0),
    absent: views.map(({ present }) => present && Uint32Array.from(present.keys()).filter((i) => present[i] === 0)),
  }
}
