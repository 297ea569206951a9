import type { Clustering } from './cluster.ts'
import type { Matrix } from './numerics/linalg/matrix.ts'
import { gatherOnFirst } from './runtime/ranks/gather-rows.ts'
import type { Ranks } from './runtime/ranks/ranks.ts'

/** Which of the matrices n×k are put together on rank 0; the others are null there. */
export interface GatheredMatrices {
  memberships: boolean
  embedding: boolean
}

/**
 * The clustering of all samples on rank 0, from a fit in which every rank had its own samples (`ranks: 'rows'`): labels, confidence and, unless it is told otherwise, memberships and
 * embedding are put together, `details` stay with the ranks. Null on the others. Rank 0 needs memory for n·k numbers a matrix.
 */
export function gatherClustering(
  ranks: Ranks,
  own: Clustering,
  wanted: GatheredMatrices = { memberships: true, embedding: true },
): Clustering | null {
  if (ranks.size === 1) return own
  const labels = ranks.gather(own.labels)
  const confidence = own.confidence && ranks.gather(own.confidence)
  const whole = (matrix: Matrix | null, asked: boolean) => (matrix && asked ? gatherOnFirst(ranks, matrix) : null)
  const memberships = whole(own.memberships, wanted.memberships)
  const embedding = whole(own.embedding, wanted.embedding)
  const outlierScores = own.outlierScores && ranks.gather(own.outlierScores)
  const outliers = own.outliers && ranks.gather(own.outliers)
  const leaves = own.tree && ranks.gather(own.tree.leaves)
  const places = own.tree?.embedding && gatherOnFirst(ranks, own.tree.embedding)
  if (!labels) return null
  const ids = Array.from(labels, (_, i) => String(i))
  return {
    ...own,
    ids,
    labels,
    confidence,
    memberships,
    embedding,
    ...(outlierScores ? { outlierScores } : {}),
    ...(outliers ? { outliers } : {}),
    ...(leaves ? { tree: { ...own.tree!, leaves, ...(places ? { embedding: places } : {}) } } : {}),
    details: {},
  }
}
