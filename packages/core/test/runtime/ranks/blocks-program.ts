// Run on every rank by blocks-over-ranks.test.ts: fits of views that this rank reads its own samples of in blocks, and what comes after a fit.
import { trainModel } from '../../../src/assign/train-model.ts'
import { type Clustering, type ClusterOptions, cluster } from '../../../src/cluster.ts'
import { explain } from '../../../src/explain/explain.ts'
import { gatherClustering } from '../../../src/gather-clustering.ts'
import { matrix } from '../../../src/numerics/linalg/matrix.ts'
import { normal } from '../../../src/numerics/random/normal.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import type { Ranks } from '../../../src/runtime/ranks/ranks.ts'
import { share } from '../../../src/runtime/ranks/share.ts'
import { singleProcess } from '../../../src/runtime/ranks/single-process.ts'
import type { AnyViews } from '../../../src/views/blocked-view.ts'
import { sparseRows } from '../../../src/views/sparse-rows.ts'
import type { DenseView, SparseView } from '../../../src/views/view.ts'
import { sliceSamples } from '../../explain/slice-samples.ts'
import { countingScratch, viewInBlocks } from '../../ways-to-hold.ts'

const samples = 121

/** Three groups: measurements with missing values, measurements that some samples lack, sparse counts of words. */
function views(): Record<string, DenseView | SparseView> {
  const random = new Random(6)
  const filled = (features: number, entry: (group: number, j: number, i: number) => number) =>
    Float64Array.from({ length: samples * features }, (_, p) =>
      entry(Math.floor(p / features) % 3, p % features, Math.floor(p / features)),
    )
  const measured = (group: number, j: number) => 2 * Math.abs(group - (j % 4)) + normal(random)
  // Pairs of columns in which samples differ for reasons of their own: many directions stand out.
  const reasons = Float64Array.from({ length: samples * 6 }, () => 2 * normal(random))
  const paired = (group: number, j: number, i: number) => measured(group, j) + reasons[6 * i + (j >> 1)]
  const holed = (group: number, j: number) => (random.uniform() < 0.03 ? Number.NaN : measured(group, j))
  const words = filled(30, (group, j) => (random.uniform() < (j % 3 === group ? 0.5 : 0.1) ? 1 + random.below(4) : 0))
  return {
    holed: { samples, features: 7, data: filled(7, holed) },
    lacking: {
      samples,
      features: 12,
      data: filled(12, paired),
      present: Array.from({ length: samples }, (_, i) => i % 10 !== 4),
    },
    words: { samples, features: 30, ...sparseRows(matrix(samples, 30, words)) },
  }
}

/** Rank 0 finds all; `held` keeps the views in memory. */
export async function run(ranks: Ranks = singleProcess, held = false) {
  const own = share(samples, ranks.size, ranks.rank)
  const { state, scratch } = countingScratch()
  const mine = Object.entries(views()).map(([name, view]) => [name, sliceSamples(view, own)] as const)
  const given: AnyViews = Object.fromEntries(
    held ? mine : mine.map(([name, view]) => [name, viewInBlocks(view, 16)] as const),
  )
  const settings = { clusters: 3, runtime: { threads: 1, ranks, scratch }, missing: 'mean' as const }
  const fits: Record<string, Partial<ClusterOptions>> = {
    consensus: { effort: 'fast' },
    dstl: { method: 'dstl', maxIterations: 6 },
    graph: { method: 'dstl', transform: 'graph' },
    auto: { effort: 'fast', clusters: { from: 2, to: 4 } },
  }
  const labels: Record<string, Int32Array | undefined> = {}
  let first: Clustering | undefined
  for (const [name, options] of Object.entries(fits)) {
    const found = await cluster(given, { ...settings, ...options })
    const whole = gatherClustering(ranks, found)
    labels[name] = whole?.labels
    first ??= whole ? { ...whole, details: found.details } : found
  }
  const explanation = await explain(given, first!, { ranks, scratch, missing: 'mean' })
  const model = await trainModel(given, first!, { ranks, scratch })
  return { labels, explanation, model, inUse: state.inUse, made: state.made }
}
