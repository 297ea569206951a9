import type { Clustering } from '../cluster.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import type { Communicator } from './communicator.ts'

/**
 * The clustering of all samples on rank 0, from a fit in which every rank had its own samples (`ranks: 'rows'`): labels, confidence, memberships and embedding are
 * put together, `details` stay with the ranks. Null on the others. Rank 0 needs memory for 2·n·k numbers.
 */
export function gatherClustering(communicator: Communicator, own: Clustering): Clustering | null {
  if (communicator.size === 1) return own
  const labels = communicator.gather(own.labels)
  const confidence = own.confidence && communicator.gather(own.confidence)
  const memberships = own.memberships && gatherMatrix(communicator, own.memberships)
  const embedding = own.embedding && gatherMatrix(communicator, own.embedding)
  if (!labels) return null
  const ids = Array.from(labels, (_, i) => String(i))
  return { ...own, ids, labels, confidence, memberships, embedding, details: {} }
}

function gatherMatrix(communicator: Communicator, own: Matrix): Matrix | null {
  const data = communicator.gather(own.data)
  return data && matrix(data.length / own.columns, own.columns, data)
}
