/** The functions of kernels/latent.ts, kernels/copy-rows.ts and kernels/polar.ts, where their arguments are explained. */
export interface LatentKernels {
  copyRows(from: number, fromBytes: number, to: number, toBytes: number, rows: number, width: number): void
  sparseStep(
    p: number,
    h: number,
    s: number,
    rowBytes: number,
    y: number,
    c: number,
    rows: number,
    latent: number,
    width: number,
    threshold: number,
    lambda3: number,
    sparse: boolean,
    scratch: number,
  ): void
  consensusStep(
    h: number,
    rowBytes: number,
    c: number,
    views: number,
    y: number,
    rows: number,
    latent: number,
    width: number,
    mean: boolean,
    sums: number,
    scratch: number,
  ): void
  packPanels(from: number, rows: number, width: number, transposed: boolean, panels: number): void
  innerProduct(a: number, b: number, length: number): number
  packSum(
    s: number,
    h: number,
    rowBytes: number,
    first: number,
    rows: number,
    target: number,
    tall: number,
    width: number,
    panels: boolean,
    copy: number,
    sums: number,
  ): void
  transposeTimes(
    a: number,
    aBytes: number,
    b: number,
    bBytes: number,
    rows: number,
    width: number,
    from: number,
    to: number,
    symmetric: boolean,
    out: number,
  ): void
  polarFactor(a: number, rows: number, size: number, width: number, out: number, work: number): number
}
