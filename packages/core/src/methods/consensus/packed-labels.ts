import { type Matrix, matrix } from '../../linalg/matrix.ts'

/** Partitions of the same samples with labels below `bound`, several labels in a double: 6 up to 256 clusters, 3 up to 65,536, else 1. One row a sample. */
export function packLabels(partitions: readonly ArrayLike<number>[], bound: number): Matrix {
  const { factors } = packing(bound)
  const packed = matrix(partitions[0].length, Math.ceil(partitions.length / factors.length))
  partitions.forEach((labels, b) => {
    const column = Math.floor(b / factors.length)
    const factor = factors[b % factors.length]
    for (let i = 0; i < labels.length; i++) packed.data[i * packed.columns + column] += labels[i] * factor
  })
  return packed
}

/** The way back: the first `count` partitions. */
export function unpackLabels({ rows, columns, data }: Matrix, count: number, bound: number): Int32Array[] {
  const { base, factors } = packing(bound)
  return Array.from({ length: count }, (_, b) => {
    const column = Math.floor(b / factors.length)
    const factor = factors[b % factors.length]
    return Int32Array.from({ length: rows }, (_, i) => Math.floor(data[i * columns + column] / factor) % base)
  })
}

/** Powers of the base: their digits fit into the 53 bits that a double counts exactly. */
function packing(bound: number): { base: number; factors: readonly number[] } {
  if (bound <= 256) return { base: 256, factors: [1, 256, 65_536, 16_777_216, 4_294_967_296, 1_099_511_627_776] }
  if (bound <= 65_536) return { base: 65_536, factors: [1, 65_536, 4_294_967_296] }
  return { base: 4_294_967_296, factors: [1] }
}
