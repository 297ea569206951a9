// Run on every rank by fit-over-ranks.test.ts: whole fits in which this rank gives its own samples.
import { type ClusterOptions, cluster } from '../../../src/cluster.ts'
import { gatherClustering } from '../../../src/gather-clustering.ts'
import type { Ranks } from '../../../src/runtime/ranks/ranks.ts'
import { share } from '../../../src/runtime/ranks/share.ts'
import { singleProcess } from '../../../src/runtime/ranks/single-process.ts'

/** Samples by view, one row each; a sample that lacks a view has nothing but NaN there. */
export interface GivenFit {
  views: Record<string, number[][]>
  options: ClusterOptions
}

/** What is compared of a fit. */
export interface FoundFit {
  labels: Int32Array
  memberships: Float64Array
  confidence: Float64Array
  embedding: Float64Array | null
  warnings: string[]
  coverage: unknown
  tree: unknown
  outlierScores: Float64Array | null
  duplicates: unknown
}

/** Fits one after the other: what rank 0 has in the end, null on the others; a message where a fit is refused. */
export async function run(
  ranks: Ranks = singleProcess,
  given: Record<string, GivenFit>,
): Promise<Record<string, FoundFit | string | null>> {
  const found: Record<string, FoundFit | string | null> = {}
  for (const [name, { views, options }] of Object.entries(given)) {
    const own = Object.fromEntries(
      Object.entries(views).map(([view, rows]) => {
        const { begin, end } = share(rows.length, ranks.size, ranks.rank)
        const data = Float64Array.from(rows.slice(begin, end).flat())
        return [view, { data, samples: end - begin, features: rows[0].length }]
      }),
    )
    try {
      const fitted = await cluster(own, { runtime: { threads: 1, ranks }, ...options })
      const whole = gatherClustering(ranks, fitted)
      found[name] = whole && {
        labels: whole.labels,
        memberships: whole.memberships!.data,
        confidence: whole.confidence!,
        embedding: whole.embedding?.data ?? null,
        warnings: whole.warnings,
        coverage: whole.coverage ?? null,
        tree: whole.tree ?? null,
        outlierScores: whole.outlierScores ?? null,
        duplicates: whole.duplicates ?? null,
      }
    } catch (problem) {
      found[name] = (problem as Error).message
    }
  }
  return found
}
