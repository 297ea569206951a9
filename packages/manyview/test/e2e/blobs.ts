import { Random } from '@manyview/core/numerics'

/** Samples around well-separated centres: two views as rows of numbers, and the cluster of each sample, all in mixed order. */
export function blobs(samples: number, clusters: number, features = 3, seed = 1) {
  const random = new Random(seed)
  const labels = Array.from({ length: samples }, () => random.below(clusters))
  const view = () =>
    labels.map((label) => Array.from({ length: features }, (_, j) => 10 * ((label * (j + 3)) % 7) + random.uniform()))
  return { first: view(), second: view(), labels }
}

/** The rows as CSV without a header. */
export function csv(rows: readonly (readonly (number | string)[])[]): string {
  return `${rows.map((row) => row.join(',')).join('\n')}\n`
}

/** A NumPy file of doubles, row by row. */
export function npy(rows: readonly (readonly number[])[]): Uint8Array {
  const shape = `(${rows.length}, ${rows[0].length})`
  const text = `{'descr': '<f8', 'fortran_order': False, 'shape': ${shape}, }`
  const header = `${text.padEnd(Math.ceil((text.length + 11) / 64) * 64 - 11)}\n`
  const bytes = new Uint8Array(10 + header.length + rows.length * rows[0].length * 8)
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length & 255, header.length >> 8])
  bytes.set(new TextEncoder().encode(header), 10)
  const numbers = new DataView(bytes.buffer, 10 + header.length)
  rows.flat().forEach((value, i) => {
    numbers.setFloat64(8 * i, value, true)
  })
  return bytes
}
