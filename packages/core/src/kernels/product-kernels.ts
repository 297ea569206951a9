/** The functions of kernels/products.ts, kernels/pack-rows.ts, kernels/single-products.ts and kernels/sparse-products.ts, where their arguments are explained. */
export interface ProductKernels {
  multiplyPacked: PackedProduct
  transposeMultiplyPacked: PackedProduct
  addTransposePacked: PackedProduct
  multiplySingle: SingleProduct
  transposeMultiplySingle: SingleProduct
  packRows(
    from: number,
    columns: number,
    row: number,
    first: number,
    last: number,
    to: number,
    tall: number,
    single: boolean,
  ): void
  packSingle(from: number, width: number, tall: number, first: number, last: number, to: number): void
  multiplySparse(
    values: number,
    indices: number,
    pointers: number,
    w: number,
    width: number,
    z: number,
    first: number,
    last: number,
  ): void
  turnSparse(
    values: number,
    indices: number,
    pointers: number,
    rows: number,
    columns: number,
    toValues: number,
    toIndices: number,
    toPointers: number,
  ): void
  transposeMultiplySparse(
    values: number,
    indices: number,
    pointers: number,
    rows: number,
    columns: number,
    g: number,
    width: number,
    p: number,
  ): void
}

type PackedProduct = (
  x: number,
  rows: number,
  columns: number,
  single: boolean,
  factor: number,
  width: number,
  out: number,
  first: number,
  last: number,
  scratch: number,
) => void

type SingleProduct = (
  x: number,
  rows: number,
  columns: number,
  factor: number,
  width: number,
  out: number,
  first: number,
  last: number,
  scratch: number,
) => void
