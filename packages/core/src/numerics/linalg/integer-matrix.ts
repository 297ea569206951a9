import type { Matrix } from './matrix.ts'

/** Whole numbers of up to 32 bits. */
type WholeNumbers = Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array

const KINDS = [Uint8Array, Int8Array, Uint16Array, Int16Array, Uint32Array, Int32Array]
const storedNumbers = new WeakMap<Matrix, WholeNumbers>()

/** True for the numbers that a `wholeMatrix` is made of. */
export function isWhole(numbers: ArrayLike<number>): numbers is WholeNumbers {
  return KINDS.some((kind) => numbers instanceof kind)
}

/** A matrix of whole numbers. Its doubles are made when somebody asks for `data`: eight times the bytes of text counts, and longer than a reading of them. */
export function integerMatrix(rows: number, columns: number, numbers: WholeNumbers): Matrix {
  let doubles: Float64Array | undefined
  const result: Matrix = {
    rows,
    columns,
    get data() {
      doubles ??= new Float64Array(numbers)
      return doubles
    },
  }
  storedNumbers.set(result, numbers)
  return result
}

/** The entries as they were given: whole numbers of a `wholeMatrix`, else `data`. */
export function storedValues(a: Matrix): Float64Array | WholeNumbers {
  return storedNumbers.get(a) ?? a.data
}
