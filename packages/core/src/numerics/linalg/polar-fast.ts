import type { Kernels } from '../../runtime/kernels/kernels.ts'
import { paddedToFour, paddedToTwo } from '../../runtime/kernels/pack-matrix.ts'
import { type Matrix, matrix } from './matrix.ts'
import { polar } from './polar.ts'

/**
 * `polar(a, previous)` of several matrices, on all threads of the kernels' crew. Those of full rank with a condition up to 1e5 (1e12 where they are square) go through products (see kernels/polar.ts) and
 * may differ from `polar` in digits that rounding has taken anyway; all others, the completed ones among them, are given to `polar`. O(d·k²) each.
 */
export function polarFast(kernels: Kernels, given: readonly Matrix[], previous: readonly Matrix[]): Matrix[] {
  const mark = kernels.mark()
  const places = given.map((a) => {
    const wide = a.rows < a.columns
    const [rows, size] = wide ? [a.columns, a.rows] : [a.rows, a.columns]
    const width = paddedToTwo(size)
    const length = paddedToFour(rows) * width + 2
    return { wide, rows, size, width, from: kernels.allocate(length), out: kernels.allocate(length) }
  })
  given.forEach((a, g) => {
    const { wide, width, from } = places[g]
    const target = from.f64
    target.fill(0)
    if (!wide && width === a.columns) target.set(a.data)
    else
      for (let i = 0; i < a.rows; i++)
        for (let j = 0; j < a.columns; j++) target[wide ? j * width + i : i * width + j] = a.data[i * a.columns + j]
  })
  const scratch = Math.max(...places.map(({ rows, size }) => polarWork(rows, size)))
  const done = kernels.share(
    'polarFactor',
    places.map(({ rows, size, width, from, out }) => [from.pointer, rows, size, width, out.pointer]),
    scratch,
  )
  const results = given.map((a, g) => {
    if (done[g] === 0) return polar(a, previous[g])
    const { wide, width, out } = places[g]
    const values = out.f64
    if (!wide && width === a.columns) return matrix(a.rows, a.columns, values.slice(0, a.data.length))
    const result = matrix(a.rows, a.columns)
    for (let i = 0; i < a.rows; i++)
      for (let j = 0; j < a.columns; j++) result.data[i * a.columns + j] = values[wide ? j * width + i : i * width + j]
    return result
  })
  kernels.release(mark)
  return results
}

/** Doubles that kernels/polar.ts works with for a tall matrix. */
export function polarWork(rows: number, columns: number): number {
  const width = paddedToTwo(columns)
  return (5 * (columns + 4) + paddedToFour(rows)) * width + 2
}
