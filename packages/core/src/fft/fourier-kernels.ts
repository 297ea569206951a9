/** The functions of kernels/column-fft.ts, kernels/fourier-stages.ts and kernels/shrink.ts, where their arguments are explained. */
export interface FourierKernels {
  transformColumns(
    plan: number,
    rows: number,
    rowBytes: number,
    pairs: number,
    backward: boolean,
    scratch: number,
  ): void
  transformPairs(plan: number, data: number, work: number, pairs: number, backward: boolean, scratch: number): number
  shrinkSpectrum(
    spectrum: number,
    rowBytes: number,
    length: number,
    latent: number,
    views: number,
    tau: number,
    first: number,
    last: number,
    work: number,
  ): number
}
