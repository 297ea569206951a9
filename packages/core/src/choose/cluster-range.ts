import { InputError } from '../input-error.ts'
import { counted, grouped } from '../words/index.ts'

/** The least and the largest number of clusters to consider. */
export interface ClusterRange {
  from: number
  to: number
}

/** How many clusters: a number, a range to choose from, or `auto` for a range that follows from the data. */
export type Clusters = number | 'auto' | ClusterRange

/** Samples per cluster on average, at least: larger numbers of clusters are not looked for. */
const LEAST_SIZE = 4
/** What `auto` considers at least, where there are samples enough. */
const FEW = 10
/** What `auto` considers at most: beyond it a number wants a reason that only its user has. */
const MOST = 128

/** Checks `clusters` against the number of samples and gives the range to choose from; a number is a range of one. */
export function clusterRange(clusters: Clusters, samples: number): ClusterRange {
  if (clusters === 'auto') return autoRange(samples)
  if (typeof clusters === 'number') {
    if (isCount(clusters) && clusters <= samples) return { from: clusters, to: clusters }
    throw refusal(`is ${clusters} for ${counted(samples, 'sample')}, give a whole number from 1 to ${samples}`, samples)
  }
  if (typeof clusters !== 'object' || clusters === null)
    throw refusal(`is ${JSON.stringify(clusters)}, give a whole number, { from, to } or "auto"`, samples)
  const { from, to } = clusters
  if (!isCount(from) || !isCount(to))
    throw refusal(`go from ${from} to ${to}, give two whole numbers of at least 1`, samples)
  if (from > to) throw refusal(`go from ${from} to ${to}, give the smaller number first`, samples)
  if (to > samples)
    throw refusal(
      `go up to ${to} but there are only ${counted(samples, 'sample')}, give at most ${grouped(samples)}`,
      samples,
    )
  return { from, to }
}

function autoRange(samples: number): ClusterRange {
  const room = Math.max(Math.floor(samples / LEAST_SIZE), Math.min(FEW, Math.floor(samples / 2)))
  return { from: Math.min(2, samples), to: Math.max(Math.min(room, MOST), Math.min(2, samples)) }
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 1
}

function refusal(message: string, samples: number): InputError {
  return new InputError(message, { code: 'clusters', argument: 'clusters', details: { samples } })
}
