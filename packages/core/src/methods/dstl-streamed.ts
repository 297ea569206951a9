import type { StreamedViews } from '../data/prepare-blocked.ts'
import { InputError } from '../input-error.ts'
import { StreamedMatrix } from '../kernels/streamed-matrix.ts'
import { type BlockedMatrix, blocksOf, mappedRows } from '../linalg/blocked-matrix.ts'
import type { Progress } from '../progress.ts'
import { requireStreamedDstlMemory } from './dstl-estimate.ts'
import type { ResidentViews } from './dstl-iterations.ts'
import type { Task } from './method.ts'

/**
 * Views that are read in blocks as DSTL wants them, samples of unit length: the fit has the bytes of the one in memory. One reading of every view here for its norms, then two an iteration;
 * memory for one block a view, beside the variables.
 */
export function* streamedDstlViews(input: StreamedViews, task: Task): Generator<Progress, ResidentViews> {
  if (task.options.transform === 'graph')
    throw new InputError('transform=graph needs the views in memory, leave it out or give them in memory', {
      code: 'stream',
      argument: 'dstl',
    })
  requireStreamedDstlMemory(input, task)
  const X: StreamedMatrix[] = []
  let squaredNorm = 0
  for (const { data } of input.views) {
    const { lengths, squares } = yield* normsOf(data)
    squaredNorm += squares
    const unit = mappedRows(data, (entries, begin) => {
      for (let i = begin, p = 0; p < entries.length; i++) {
        const length = lengths[i]
        for (const end = p + data.columns; p < end; p++) entries[p] /= length
      }
    })
    X.push(new StreamedMatrix(task.kernels, unit))
  }
  return { X, squaredNorm }
}

/** What the rows are divided by to have unit length, as in `unitRows`, and the sum of all squares after that. */
function* normsOf(a: BlockedMatrix): Generator<Progress, { lengths: Float64Array; squares: number }> {
  const lengths = new Float64Array(a.rows)
  let squares = 0
  for (const { begin, end, data } of blocksOf(a)) {
    for (let i = begin, first = 0; i < end; i++, first += a.columns) {
      const last = first + a.columns
      let square = 0
      for (let p = first; p < last; p++) square += data[p] * data[p]
      const length = Math.max(Math.sqrt(square), 1e-12)
      for (let p = first; p < last; p++) squares += (data[p] / length) * (data[p] / length)
      lengths[i] = length
    }
    yield { stage: 'norms', iteration: end, total: a.rows }
  }
  return { lengths, squares }
}
