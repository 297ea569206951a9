const gigabyte = 2 ** 30

/** Bytes that a fit may take in this browser: half of what the device says it has, at most 4 GiB (what one WebAssembly memory can hold). */
export function memoryLimit(): number {
  const { deviceMemory = 4 } = navigator as { deviceMemory?: number }
  return Math.min(4, deviceMemory / 2) * gigabyte
}

/** Bytes of files that are read: what is read takes up to twice the file, and a fit twice the data again. */
export function fileLimit(): number {
  return memoryLimit() / 4
}

/** True where the browser runs SIMD kernels: the smallest module that uses them is valid. */
export function hasSimd(): boolean {
  const code = [
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
  ]
  return typeof WebAssembly === 'object' && WebAssembly.validate(Uint8Array.from(code))
}
