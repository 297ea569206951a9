import { InputError } from '../input-error.ts'
import { integerMatrix, isWhole } from '../numerics/linalg/integer-matrix.ts'
import { matrix } from '../numerics/linalg/matrix.ts'
import { type BlockedMatrix, defaultBlockRows, inBlocks, type Rows } from '../numerics/linalg/rows.ts'
import type { SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'
import type { BlockedSparseView, BlockedView } from './blocked-view.ts'
import type { DenseView, SparseView } from './view.ts'

/** Columns up to which rows are copied into another order: it takes longer to fetch such short rows one by one, several times. */
const SHORT_ROWS = 128

/**
 * The rows of a view (shape checked) in double precision, in its own order: the given numbers themselves where they are that already, else a copy; views that are read in blocks stay so, and dense ones of more than
 * `heldUpTo` numbers are read in blocks from where they lie.
 */
export function viewRows(
  name: string,
  view: DenseView | SparseView | BlockedView | BlockedSparseView,
  heldUpTo = Infinity,
): Rows {
  const { samples: rows, features: columns } = view
  if ('data' in view) {
    const { data } = view
    const numbers = (ArrayBuffer.isView(data) ? data : new Float64Array(data)) as Float64Array
    if (rows * columns > heldUpTo) return blocksOfGiven(numbers, rows, columns)
    if (isWhole(data)) return integerMatrix(rows, columns, data)
    return matrix(rows, columns, numbers instanceof Float64Array ? numbers : new Float64Array(numbers))
  }
  if ('pointers' in view) return sparseRows(name, view)
  const { blockSamples } = view
  const blockRows = blockSamples === undefined ? defaultBlockRows(columns) : Math.ceil(blockSamples / 4) * 4
  if ('readRows' in view)
    return { rows, columns, blockRows, readRows: (begin, end, to) => view.readRows(begin, end, to) }
  return { rows, columns, blockRows, readSparseRows: (begin, end) => view.readSparseRows(begin, end) }
}

function blocksOfGiven(numbers: Float64Array, rows: number, columns: number): BlockedMatrix {
  const blocks = inBlocks({ rows, columns, data: numbers })
  if (columns > SHORT_ROWS) return blocks
  const copyRows = (order: ArrayLike<number>) =>
    blocksOfGiven(numbersAt(numbers, order, columns), order.length, columns)
  return { ...blocks, copyRows }
}

/** Rows of numbers at positions, in that order, zeros where a position is −1; as many bytes a number as before. */
function numbersAt(numbers: Float64Array, order: ArrayLike<number>, columns: number): Float64Array {
  const copy = new (numbers.constructor as Float64ArrayConstructor)(order.length * columns)
  for (let i = 0; i < order.length; i++)
    if (order[i] >= 0)
      for (let c = 0, p = order[i] * columns, q = i * columns; c < columns; c++) copy[q++] = numbers[p++]
  return copy
}

/** Features ascending in every sample. */
function sparseRows(name: string, view: SparseView): SparseMatrix {
  const { samples: rows, features: columns } = view
  const pointers = view.pointers instanceof Uint32Array ? view.pointers : Uint32Array.from(view.pointers)
  const values = view.values instanceof Float64Array ? view.values : new Float64Array(view.values)
  const indices = view.indices instanceof Uint32Array ? view.indices : Uint32Array.from(view.indices)
  const sparse = { rows, columns, values, indices, pointers }
  const sample = firstUnsorted(sparse)
  return sample < 0 ? sparse : sortedRows(name, sparse)
}

/** The first row whose columns do not ascend, −1 where all do. */
function firstUnsorted({ rows, indices, pointers }: SparseMatrix): number {
  for (let i = 0; i < rows; i++)
    for (let p = pointers[i] + 1; p < pointers[i + 1]; p++) if (indices[p] <= indices[p - 1]) return i
  return -1
}

function sortedRows(name: string, a: SparseMatrix): SparseMatrix {
  const indices = new Uint32Array(a.indices.length)
  const values = new Float64Array(a.values.length)
  for (let i = 0; i < a.rows; i++) {
    const begin = a.pointers[i]
    const entries = Array.from({ length: a.pointers[i + 1] - begin }, (_, p) => begin + p)
    entries.sort((p, q) => a.indices[p] - a.indices[q])
    entries.forEach((p, rank) => {
      if (rank > 0 && a.indices[p] === indices[begin + rank - 1])
        throw new InputError(`sample ${i} has feature ${a.indices[p]} more than once, add the values up first`, {
          code: 'shape',
          argument: name,
        })
      indices[begin + rank] = a.indices[p]
      values[begin + rank] = a.values[p]
    })
  }
  return { ...a, indices, values }
}
