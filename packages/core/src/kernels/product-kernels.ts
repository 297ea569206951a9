/** The functions of kernels/products.ts and kernels/sparse-products.ts, where their arguments are explained. */
export interface ProductKernels {
  multiplyPacked: PackedProduct
  transposeMultiplyPacked: PackedProduct
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
