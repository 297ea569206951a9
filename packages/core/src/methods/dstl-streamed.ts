import type { StreamedViews } from '../data/prepare-blocked.ts'
import { InputError } from '../input-error.ts'
import { StreamedMatrix } from '../kernels/streamed-matrix.ts'
import { type BlockedMatrix, blocksOf, mappedRows } from '../linalg/blocked-matrix.ts'
import { requireStreamedDstlMemory } from './dstl-estimate.ts'
import type { ResidentViews } from './dstl-iterations.ts'
import type { Progress, Task } from './method.ts'

/**
 * Views that are read in blocks as DSTL wants them, samples of unit length: the fit has the bytes of the one in memory. One reading of every view here for its norm, then two an iteration;
 * memory for one block a view, beside the variables.
 */
export function* streamedDstlViews(input: StreamedViews, task: Task): Generator<Progress, ResidentViews> {
  if (task.options.transform === 'graph')
    throw new InputError('transform=graph needs the views in memory, leave it out or give them in memory', {
      code: 'stream',
      argument: 'dstl',
    })
  requireStreamedDstlMemory(input, task)
  const unit = input.views.map(({ data }) => unitRowsOf(data))
  let squaredNorm = 0
  for (const data of unit) squaredNorm += yield* squaredNormOf(data)
  return { X: unit.map((data) => new StreamedMatrix(task.kernels, data)), squaredNorm }
}

/** The rows brought to unit length as they are read, as `unitRows`. */
function unitRowsOf(a: BlockedMatrix): BlockedMatrix {
  const { columns } = a
  return mappedRows(a, (data) => {
    for (let begin = 0; begin < data.length; begin += columns) {
      let square = 0
      for (let p = begin; p < begin + columns; p++) square += data[p] * data[p]
      const length = Math.max(Math.sqrt(square), 1e-12)
      for (let p = begin; p < begin + columns; p++) data[p] /= length
    }
  })
}

function* squaredNormOf(a: BlockedMatrix): Generator<Progress, number> {
  let sum = 0
  for (const { end, data } of blocksOf(a)) {
    for (let p = 0; p < data.length; p++) sum += data[p] * data[p]
    yield { stage: 'norms', iteration: end, total: a.rows }
  }
  return sum
}
