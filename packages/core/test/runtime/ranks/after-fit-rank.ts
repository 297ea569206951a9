import { trainModel } from '../../../src/assign/train-model.ts'
import { cluster } from '../../../src/cluster.ts'
import { leaveOneOut } from '../../../src/explain/leave-one-out.ts'
import { gatherClustering } from '../../../src/gather-clustering.ts'
import { normal } from '../../../src/numerics/random/normal.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import type { Ranks } from '../../../src/runtime/ranks/ranks.ts'
import { share } from '../../../src/runtime/ranks/share.ts'
import { fillMissing } from '../../../src/views/fill-missing.ts'
import type { DenseView, SparseView } from '../../../src/views/view.ts'

const samples = 61
const features = { first: 5, second: 9 }

/** On every rank, of its own samples: what belongs to a fit beside the fit itself; rank 0 gets the whole of it. */
export async function run(ranks: Ranks) {
  const random = new Random(4)
  const { begin, end } = share(samples, ranks.size, ranks.rank)
  const gaps: Record<string, DenseView> = {}
  for (const [name, width] of Object.entries(features)) {
    const data = Float64Array.from({ length: samples * width }, (_, p) => {
      const cluster = Math.floor(p / width) % 3
      return random.uniform() < 0.03 ? Number.NaN : 4 * Math.abs(cluster - (p % width)) + normal(random)
    })
    gaps[name] = { data: data.subarray(begin * width, end * width), samples: end - begin, features: width }
  }
  const { views, filled } = await fillMissing(gaps, 'mean', { ranks })
  const lowRank = await fillMissing({ ...gaps, sparse: sparse(gaps.second) }, 'lowrank', { ranks })
  const truth = Array.from({ length: samples }, (_, i) => String(i % 3))
  const fits = []
  for (const method of ['consensus', 'dstl'] as const) {
    const options = {
      method,
      clusters: { from: 2, to: 4 },
      runtime: { threads: 1, ranks },

      ...(method === 'consensus' ? { effort: 'fast' as const } : {}),
    }
    const own = await cluster(views, options)
    const whole = gatherClustering(ranks, own)
    const clustering = whole ? { ...whole, details: own.details } : own
    const inside = await cluster(gaps, { ...options, clusters: own.clusters, missing: 'mean' })
    fits.push({
      labels: whole?.labels,
      choice: own.choice,
      filledInside: inside.filled,
      leftOut: await leaveOneOut(views, clustering, { threads: 1, truth, ranks }),
      model: await trainModel(views, clustering, { ranks }),
    })
  }
  const values = Object.values(lowRank.views).map((view) => Float64Array.from('data' in view ? view.data : view.values))
  return { filled, lowRank: lowRank.filled, values: values.map((own) => ranks.allGather(own)), fits }
}

/** What of a view lies above its middle. */
function sparse({ data, samples, features }: DenseView): SparseView {
  const rows = Array.from({ length: samples }, (_, i) =>
    Array.from({ length: features }, (_, j) => j).filter((j) => !(Number(data[i * features + j]) < 8)),
  )
  const ends = rows.map((_, i) => rows.slice(0, i + 1).reduce((sum, { length }) => sum + length, 0))
  return {
    values: rows.flatMap((row, i) => row.map((j) => Number(data[i * features + j]))),
    indices: rows.flat(),
    pointers: [0, ...ends],
    samples,
    features,
  }
}
