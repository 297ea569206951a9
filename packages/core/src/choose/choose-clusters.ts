import { gatherBefore } from '../consensus/consensus.ts'
import { consensus } from '../consensus/method.ts'
import type { Gathered } from '../consensus/result.ts'
import { everywhere } from '../evidence/evidence.ts'
import { InputError } from '../input-error.ts'
import type { Method, Task } from '../methods/method.ts'
import { validateOptions } from '../methods/validate-options.ts'
import type { OptionValues } from '../options.ts'
import type { Progress } from '../runtime/progress.ts'
import { rowRange } from '../runtime/ranks/row-range.ts'
import type { PreparedRows } from '../views/prepare-views.ts'
import { chooseFromGraphs } from './choose-from-graphs.ts'
import type { ClusterCandidate, ClusterChoice } from './cluster-choice.ts'
import { type Clusters, clusterRange } from './cluster-range.ts'

type Search = Pick<Task, 'random' | 'kernels' | 'device' | 'crew' | 'ranks' | 'scratch'>

/**
 * Chooses the number of clusters by the graphs of the default method, under `options` if `method` is that method and else as it does by itself. The graphs come with the
 * choice, so that a fit by the default method need not build them again. More clusters than there are different samples are never tried. Ranks give their own samples; each puts the
 * graphs together and comes to the choice of one process.
 */
export function* chooseClusters(
  input: PreparedRows,
  clusters: Exclude<Clusters, number>,
  search: Search,
  method: Method,
  options: OptionValues,
): Generator<Progress, { choice: ClusterChoice; seen: Gathered }> {
  const { ranks } = search
  const { from, to } = clusterRange(clusters, rowRange(ranks, input.samples).total)
  const own = method === consensus ? options : validateOptions(consensus, {})
  const seen = yield* gatherBefore(input, { ...search, options: own })
  const distinct = seen.ordered.samples.total
  if (from > distinct && clusters !== 'auto')
    throw new InputError(`go from ${from} but only ${distinct} of the samples differ, give at most ${distinct}`, {
      code: 'clusters',
      argument: 'clusters',
      details: { from, distinct },
    })
  const most = Math.min(to, distinct)
  if (!seen.evidence || most === 1) return { choice: onlyChoice(most, distinct), seen }
  const range = { from, to: most, wide: clusters === 'auto' }
  const evidence = everywhere(seen.evidence)
  return { choice: yield* chooseFromGraphs(search, evidence, range, search.random.split(5)), seen }
}

function onlyChoice(clusters: number, distinct: number): ClusterChoice {
  const candidate: ClusterCandidate = { clusters, score: 0, gap: 0, stability: 0, agreement: 0 }
  const why = distinct < 3 ? `only ${distinct} of the samples differ` : 'it is the only number to choose from'
  return { clusters, standsOut: false, chance: 0, candidates: [candidate], reason: `${clusters} because ${why}` }
}
