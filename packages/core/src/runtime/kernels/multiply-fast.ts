import { InputError } from '../../input-error.ts'
import { type Matrix, matrix } from '../../numerics/linalg/matrix.ts'
import type { Kernels } from './kernels.ts'
import {
  closeUpRows,
  packFactorInto,
  packMatrixInto,
  packTransposedFactorInto,
  paddedToFour,
  paddedToTwo,
} from './pack-matrix.ts'
import { workRanges } from './work-ranges.ts'

/** A·B (p×q) for dense A (p×r) and B (r×q), with the bytes of `multiply`; the memory it takes in `kernels` is given back. O(p·q·r). */
export function multiplyFast(kernels: Kernels, a: Matrix, b: Matrix): Matrix {
  return product(kernels, a, b.rows, b.columns, (packed) => packFactorInto(packed, b.data, b.rows, b.columns))
}

/** A·Bᵀ (p×q) for dense A (p×r) and B (q×r): all inner products of their rows. Otherwise as `multiplyFast`. */
export function multiplyTransposeFast(kernels: Kernels, a: Matrix, b: Matrix): Matrix {
  return product(kernels, a, b.columns, b.rows, (packed) => packTransposedFactorInto(packed, b.data, b.columns, b.rows))
}

function product(kernels: Kernels, a: Matrix, inner: number, columns: number, pack: (packed: Float64Array) => void) {
  if (a.columns !== inner)
    throw new InputError(`the factors meet in ${a.columns} and ${inner} entries, give matching shapes`, {
      code: 'wrong-shape',
      argument: 'factor',
      details: { left: a.columns, right: inner },
    })
  const mark = kernels.mark()
  try {
    const [tall, wide, width] = [paddedToFour(a.rows), paddedToFour(inner), paddedToTwo(columns)]
    const left = kernels.allocate(tall * wide)
    const right = kernels.allocate(wide * width)
    const out = kernels.allocate(tall * width)
    packMatrixInto(left.f64, a.data, a.rows, inner)
    pack(right.f64)
    kernels.share(
      'multiplyPacked',
      workRanges(tall, 4, wide * width).map(([first, last]) => [
        left.pointer,
        tall,
        wide,
        0,
        right.pointer,
        width,
        out.pointer,
        first,
        last,
      ]),
      0,
    )
    closeUpRows(out.f64, a.rows, width, columns)
    return matrix(a.rows, columns, out.f64.slice(0, a.rows * columns))
  } finally {
    kernels.release(mark)
  }
}
