// Run on every rank by stages.test.ts: whole fits that end after a stage, and fits that go on from there.

import { type ClusterOptions, cluster } from '../../src/cluster.ts'
import { gatherClustering } from '../../src/gather-clustering.ts'
import { takeRows } from '../../src/numerics/linalg/take-rows.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import type { Checkpoints, SavedFit } from '../../src/runtime/checkpoints.ts'
import { gatherRows } from '../../src/runtime/ranks/gather-rows.ts'
import type { Ranks } from '../../src/runtime/ranks/ranks.ts'
import { rowRange } from '../../src/runtime/ranks/row-range.ts'
import { share } from '../../src/runtime/ranks/share.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'

/** A fit, which ends once it has saved stage number `until`, if it gets there, and goes on from what was saved for all samples. */
export interface GivenRun {
  samples: number
  options: ClusterOptions
  until?: number
  saved?: SavedFit
}

/** What a run that ended early saved of all samples, or the bytes of its result on rank 0; stages that it worked on. */
export interface FoundRun {
  saved?: SavedFit
  result?: unknown
  stages: string[]
}

/** Samples of three groups that overlap, in views of 5 and 4 features; the last ten repeat the first. */
function viewsOf(samples: number): Record<string, number[][]> {
  const random = new Random(1)
  const view = (features: number) => {
    const rows = Array.from({ length: samples }, (_, i) =>
      Array.from({ length: features }, (_, j) => normal(random) + (i % 3 === j % 3 ? 2 : 0)),
    )
    return rows.map((row, i) => (i < samples - 10 ? row : rows[i - samples + 10]))
  }
  return { a: view(5), b: view(4) }
}

/** Keeps the last saved fit of all samples, and ends the fit after stage number `until`. */
class KeptInMemory implements Checkpoints {
  saved: SavedFit | undefined
  private readonly ranks: Ranks
  private readonly until: number

  constructor(ranks: Ranks, { until = Number.POSITIVE_INFINITY, saved }: GivenRun) {
    this.ranks = ranks
    this.until = until
    this.saved = saved
  }

  load(_: string, samples: number): SavedFit | null {
    if (!this.saved) return null
    const { begin } = rowRange(this.ranks, samples)
    const places = Array.from({ length: samples }, (_, i) => begin + i)
    const { rows, lists, ...others } = this.saved
    return { ...others, rows: takeRows(rows, places), lists: lists?.map((list) => takeRows(list, places)) }
  }

  due(): boolean {
    return true
  }

  save(_: string, { rows, lists, ...others }: SavedFit): void {
    this.saved = {
      ...others,
      rows: gatherRows(this.ranks, rows),
      lists: lists?.map((list) => gatherRows(this.ranks, list)),
    }
    if (others.iteration === this.until) throw new Error('ended')
  }
}

export async function run(ranks: Ranks = singleProcess, given: readonly GivenRun[]): Promise<FoundRun[]> {
  const found: FoundRun[] = []
  for (const each of given) {
    const { begin, end } = share(each.samples, ranks.size, ranks.rank)
    const own = Object.fromEntries(
      Object.entries(viewsOf(each.samples)).map(([name, rows]) => [
        name,
        { data: rows.slice(begin, end).flat(), samples: end - begin, features: rows[0].length },
      ]),
    )
    const checkpoints = new KeptInMemory(ranks, each)
    const stages = new Set<string>()
    const onProgress = ({ stage }: { stage: string }) => stages.add(stage)
    try {
      const fitted = await cluster(own, { runtime: { threads: 1, ranks, checkpoints }, ...each.options, onProgress })
      const whole = gatherClustering(ranks, fitted)
      found.push({ result: whole && { ...whole, seconds: 0, details: {} }, stages: [...stages] })
    } catch (problem) {
      if ((problem as Error).message !== 'ended') throw problem
      found.push({ saved: checkpoints.saved, stages: [...stages] })
    }
  }
  return found
}
