/** The functions of kernels/products.ts and kernels/sparse-products.ts, where their arguments are explained. */
export interface ProductKernels {
  multiplyPacked(
    x: number,
    rows: number,
    columns: number,
    single: boolean,
    w: number,
    width: number,
    z: number,
    scratch: number,
  ): void
  transposeMultiplyPacked(
    x: number,
    rows: number,
    columns: number,
    single: boolean,
    g: number,
    width: number,
    p: number,
    scratch: number,
  ): void
  multiplySparse(
    values: number,
    indices: number,
    pointers: number,
    rows: number,
    w: number,
    width: number,
    z: number,
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
