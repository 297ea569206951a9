import type { Kernels } from '../kernels/kernels.ts'
import { ResidentMatrix } from '../kernels/resident-matrix.ts'
import { type BlockedMatrix, blocksOf, mappedRows } from '../linalg/blocked-matrix.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import { operatorOverRanks } from '../linalg/operator-over-ranks.ts'
import type { Operator } from '../linalg/shifted-operator.ts'
import type { Progress } from '../progress.ts'
import type { Communicator } from '../ranks/communicator.ts'
import { oneProcess } from '../ranks/one-process.ts'
import { sumInTurn } from '../ranks/sum-in-turn.ts'

/** A dense view (n×d) less the mean of each column, known by its products, and the means. Ranks give their own rows, and the means are those of all rows. O(n·d). */
export function centredColumns(
  kernels: Kernels,
  { rows, columns, data }: Matrix,
  communicator: Communicator = oneProcess,
): { x: Operator; mean: Float64Array } {
  const count = Float64Array.of(rows)
  communicator.allReduceSum(count)
  const sums = new Float64Array(columns)
  sumInTurn(communicator, [sums], () => addRowsInto(sums, data))
  const mean = sums.map((sum) => sum / count[0])
  const centred = matrix(rows, columns, data.slice())
  subtractInto(centred.data, mean)
  return { x: operatorOverRanks(communicator, new ResidentMatrix(kernels, centred)), mean }
}

/** `centredColumns` of a view that is read in blocks: the same numbers, made anew whenever x is read. One reading. */
export function* streamedCentred(view: BlockedMatrix): Generator<Progress, { x: BlockedMatrix; mean: Float64Array }> {
  const sums = new Float64Array(view.columns)
  for (const { end, data } of blocksOf(view)) {
    addRowsInto(sums, data)
    yield { stage: 'views', iteration: end, total: view.rows }
  }
  const mean = sums.map((sum) => sum / view.rows)
  return { x: mappedRows(view, (data) => subtractInto(data, mean)), mean }
}

function addRowsInto(sums: Float64Array, data: Float64Array): void {
  for (let p = 0, j = 0; p < data.length; p++) {
    sums[j] += data[p]
    j = j + 1 === sums.length ? 0 : j + 1
  }
}

function subtractInto(data: Float64Array, mean: Float64Array): void {
  for (let p = 0, j = 0; p < data.length; p++) {
    data[p] -= mean[j]
    j = j + 1 === mean.length ? 0 : j + 1
  }
}
