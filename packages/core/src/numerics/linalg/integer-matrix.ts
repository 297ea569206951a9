import type { Matrix } from './matrix.ts'

/** Whole numbers of up to 32 bits. */
type WholeNumbers = Uint8Array | Int8Array | Uint16Array | Int16Array | Uint32Array | Int32Array

const KINDS = [Uint8Array, Int8Array, Uint16Array, Int16Array, Uint32Array, Int32Array]
const storedNumbers = new WeakMap<Matrix, WholeNumbers>()

/** Tells whether an array is of a type that `integerMatrix` takes. */
export function isWhole(numbers: ArrayLike<number>): numbers is WholeNumbers {
  return KINDS.some((kind) => numbers instanceof kind)
}

/** Makes a matrix over whole numbers. Its doubles are made at the first use of `data`: they take eight times the bytes of text counts, and longer than reading these. */
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

/** Returns the entries as they are stored: the whole numbers of an `integerMatrix`, else `data`. */
export function storedValues(a: Matrix): Float64Array | WholeNumbers {
  return storedNumbers.get(a) ?? a.data
}
