/** Numbers in single precision as settings of a kernel carry them. */
export function bits(...values: number[]): Uint32Array {
  return new Uint32Array(Float32Array.from(values).buffer)
}
