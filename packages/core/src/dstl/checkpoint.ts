import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import { concatenateColumns } from '../numerics/linalg/scale.ts'
import type { SavedFit } from '../runtime/checkpoints.ts'
import type { DstlResume, DstlState } from './iterations.ts'

/** DSTL's variables after an iteration as a checkpoint keeps them: S and H of every view and Y side by side, W and C of all views one after the other. */
export function saveDstl(state: DstlState, history: { objective: number[]; change: number[] }): SavedFit {
  const { S, H, Y, W, C, iteration } = state
  const shared = {
    W: flat(W),
    C: flat(C),
    objective: Float64Array.from(history.objective),
    change: Float64Array.from(history.change),
  }
  return { iteration, shared, rows: concatenateColumns([...S, ...H, Y]) }
}

/** The way back, for views with these numbers of features. */
export function loadDstl({ iteration, shared, rows }: SavedFit, features: readonly number[]): DstlResume {
  const views = features.length
  const k = rows.columns / (2 * views + 1)
  const part = (p: number) => columnsOf(rows, p * k, k)
  let at = 0
  return {
    iteration,
    S: features.map((_, v) => part(v)),
    H: features.map((_, v) => part(views + v)),
    Y: part(2 * views),
    W: features.map((d) => {
      const begin = at
      at += d * k
      return matrix(d, k, shared.W.slice(begin, at))
    }),
    C: features.map((_, v) => matrix(k, k, shared.C.slice(v * k * k, (v + 1) * k * k))),
  }
}

function flat(matrices: readonly Matrix[]): Float64Array {
  const result = new Float64Array(matrices.reduce((sum, { data }) => sum + data.length, 0))
  let at = 0
  for (const { data } of matrices) {
    result.set(data, at)
    at += data.length
  }
  return result
}

function columnsOf({ rows, columns, data }: Matrix, first: number, count: number): Matrix {
  const result = matrix(rows, count)
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < count; j++) result.data[i * count + j] = data[i * columns + first + j]
  return result
}
