import type { SparseMatrix } from '../numerics/linalg/sparse-matrix.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import { sparseIn, sparseOut, turnedIn } from '../runtime/kernels/sparse-blocks.ts'
import { pointersOf } from '../runtime/ranks/gather-rows.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { share, shares } from '../runtime/ranks/share.ts'

/** This rank's rows (own×n) of Aᵀ, where every rank has its own rows of A (n×n): links go to the rank where they end, 16 bytes each. O(non-zeros). */
export function reversedLinks(kernels: Kernels, ranks: Ranks, own: SparseMatrix): SparseMatrix {
  const turned = transposed(kernels, own)
  if (ranks.size === 1) return turned
  const { rank, size } = ranks
  const n = own.columns
  const { begin, end } = share(n, size, rank)
  const sendCounts = shares(n, size).map((to) => turned.pointers[to.end] - turned.pointers[to.begin])
  const counted = new Int32Array(size)
  ranks.allToAll(Int32Array.from(sendCounts), ones(size), counted, ones(size))
  const receiveCounts = Array.from(counted)
  const length = receiveCounts.reduce((sum, count) => sum + count, 0)
  const ends = new Int32Array(length)
  const begins = new Int32Array(length)
  const links = new Float64Array(length)
  ranks.allToAll(rowOfEntries(turned), sendCounts, ends, receiveCounts)
  ranks.allToAll(
    Int32Array.from(turned.indices, (i) => begin + i),
    sendCounts,
    begins,
    receiveCounts,
  )
  ranks.allToAll(turned.values, sendCounts, links, receiveCounts)
  // Links come by rank, and so by where they begin: putting each behind the last of its row keeps that order.
  const lengths = new Uint32Array(end - begin)
  for (const j of ends) lengths[j - begin]++
  const pointers = pointersOf(lengths)
  const next = pointers.slice()
  const indices = new Uint32Array(length)
  const values = new Float64Array(length)
  for (let p = 0; p < length; p++) {
    const q = next[ends[p] - begin]++
    indices[q] = begins[p]
    values[q] = links[p]
  }
  return { rows: end - begin, columns: n, values, indices, pointers }
}

/** Aᵀ (d×n) of A (n×d), columns ascending whatever their order was. O(non-zeros). */
export function transposed(kernels: Kernels, a: SparseMatrix): SparseMatrix {
  const mark = kernels.mark()
  const turned = turnedIn(kernels, sparseIn(kernels, a), a.rows, a.columns)
  const result = sparseOut(turned, a.columns, a.rows)
  kernels.release(mark)
  return result
}

/** The row of every entry. */
export function rowOfEntries({ rows, pointers }: SparseMatrix): Int32Array {
  const result = new Int32Array(pointers[rows])
  for (let i = 0; i < rows; i++) result.fill(i, pointers[i], pointers[i + 1])
  return result
}

function ones(count: number): number[] {
  return Array.from({ length: count }, () => 1)
}
