/** The functions of kernels/fft.ts, kernels/real-fft.ts and kernels/shrink.ts, where their arguments are explained. */
export interface FourierKernels {
  radix2: ComplexStage
  radix3: ComplexStage
  radix4: ComplexStage
  radix5: ComplexStage
  radixOdd(
    x: number,
    y: number,
    twiddles: number,
    count: number,
    stride: number,
    radix: number,
    roots: number,
    work: number,
  ): void
  multiplyComplex(data: number, table: number, count: number, pairs: number): void
  multiplyConjugate(data: number, table: number, count: number, pairs: number, step: number): void
  gatherEven: Gather
  gatherOdd: Gather
  spreadEven(
    work: number,
    elementStep: number,
    pairStep: number,
    twiddles: number,
    half: number,
    pairs: number,
    rows: number,
    rowBytes: number,
  ): void
  spreadOdd: Scatter
  joinEven(
    rows: number,
    rowBytes: number,
    half: number,
    pairs: number,
    twiddles: number,
    scale: number,
    work: number,
    elementStep: number,
    pairStep: number,
  ): void
  joinOdd(
    rows: number,
    rowBytes: number,
    count: number,
    length: number,
    pairs: number,
    scale: number,
    work: number,
    elementStep: number,
    pairStep: number,
  ): void
  scatterEven: Scatter
  scatterOdd: Scatter
  shrinkSpectrum(
    spectrum: number,
    rowBytes: number,
    length: number,
    latent: number,
    views: number,
    tau: number,
    work: number,
  ): number
}

type ComplexStage = (x: number, y: number, twiddles: number, count: number, stride: number) => void

type Gather = (
  rows: number,
  rowBytes: number,
  count: number,
  pairs: number,
  work: number,
  elementStep: number,
  pairStep: number,
) => void

type Scatter = (
  work: number,
  elementStep: number,
  pairStep: number,
  count: number,
  pairs: number,
  rows: number,
  rowBytes: number,
) => void
