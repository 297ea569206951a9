import type { SparseMatrix } from '../../numerics/linalg/sparse-matrix.ts'
import type { Block, Kernels } from './kernels.ts'

/** A sparse matrix in the kernels' memory, compressed by row. */
export interface SparseBlocks {
  values: Block
  indices: Block
  pointers: Block
}

/** Copies a sparse matrix to the kernels' memory. Allocates and leaves the release to the caller. */
export function sparseIn(kernels: Kernels, x: SparseMatrix): SparseBlocks {
  const values = kernels.copyIn(x.values)
  return { values, indices: kernels.copyWhole(x.indices), pointers: kernels.copyWhole(x.pointers) }
}

/** Room for a sparse matrix of at most `entries` entries; `pointers` has one number more than it needs. */
export function sparseRoom(kernels: Kernels, rows: number, entries: number): SparseBlocks {
  const values = kernels.allocate(entries)
  const indices = kernels.allocate(Math.ceil(entries / 2))
  return { values, indices, pointers: kernels.allocate(Math.ceil((rows + 2) / 2)) }
}

/** What kernels take of a sparse matrix. */
export function addressesOf({ values, indices, pointers }: SparseBlocks): [number, number, number] {
  return [values.pointer, indices.pointer, pointers.pointer]
}

/** The transpose of a sparse matrix (rows × columns), compressed by row too. */
export function turnedIn(kernels: Kernels, x: SparseBlocks, rows: number, columns: number): SparseBlocks {
  const turned = sparseRoom(kernels, columns, x.values.length)
  kernels.call.turnSparse(...addressesOf(x), rows, columns, ...addressesOf(turned))
  return turned
}

/** A copy of a sparse matrix in the kernels' memory. */
export function sparseOut({ values, indices, pointers }: SparseBlocks, rows: number, columns: number): SparseMatrix {
  const entries = pointers.i32[rows]
  return {
    rows,
    columns,
    values: values.f64.slice(0, entries),
    indices: new Uint32Array(indices.i32.subarray(0, entries)),
    pointers: new Uint32Array(pointers.i32.subarray(0, rows + 1)),
  }
}
