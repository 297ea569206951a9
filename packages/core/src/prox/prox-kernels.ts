/** The functions of kernels/prox.ts, where their arguments are explained. */
export interface ProxKernels {
  softThreshold(values: number, length: number, threshold: number): void
  projectRows(values: number, rows: number, columns: number): void
}
