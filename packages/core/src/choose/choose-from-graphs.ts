import type { ViewLinks } from '../evidence/evidence.ts'
import { graphBasis } from '../graphs/graph-basis.ts'
import type { Random } from '../numerics/random/random.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import { singleProcess } from '../runtime/ranks/single-process.ts'
import type { Processors } from '../runtime/runtime.ts'
import { type ClusterChoice, explainChoice, rankCandidates } from './cluster-choice.ts'
import type { ClusterRange } from './cluster-range.ts'
import { type Measures, measureNumbers } from './measure-numbers.ts'
import { shuffledGraphs } from './shuffled-graphs.ts'

/** Numbers up to this share their embeddings; each further stage goes twice as far. */
const FIRST_STAGE = 16

/**
 * Chooses the number of clusters by the graphs of the default method: every k of the range is measured by `measureNumbers` and scored by `rankCandidates`; the best
 * is measured once more where every feature is shuffled by itself, which shows what chance gives. In a `wide` range the search
 * goes on to the next stage only while the best number lies in the last quarter of those tried; a number beyond is tried where the largest gap of all comes after it.
 * Any order of the samples and any crew give the same choice.
 */
export function* chooseFromGraphs(
  processors: Processors,
  seen: ViewLinks,
  { from, to, wide }: ClusterRange & { wide: boolean },
  random: Random,
): Generator<Progress, ClusterChoice> {
  const { kernels } = processors
  const measured: Measures[] = []
  for (let first = from, last = FIRST_STAGE; ; first = Math.max(from, last + 1), last *= 2) {
    const until = Math.min(last, to)
    const numbers = Array.from({ length: Math.max(until - first + 1, 0) }, (_, i) => first + i)
    if (numbers.length > 0) measured.push(...(yield* measureNumbers(kernels, seen, numbers, until, random)))
    if (until < to && !wide) continue
    if (until < to && 4 * rankCandidates(measured)[0].clusters > 3 * until) continue
    const beyond = until < to ? yield* widestGap(kernels, seen, measured, until, to, random.split(6)) : []
    if (beyond.length > 0)
      measured.push(...(yield* measureNumbers(kernels, seen, beyond, beyond.at(-1)!, random.split(7))))
    const candidates = rankCandidates(measured)
    const [{ clusters }] = candidates
    const shuffled = yield* shuffledGraphs(processors, seen, random.split(4))
    const [chance] = yield* measureNumbers(kernels, shuffled, [clusters], clusters, random.split(5))
    return explainChoice(candidates, chance)
  }
}

/** The number with the largest gap of all and its neighbours, where it lies beyond those measured; else none. */
function* widestGap(
  kernels: Kernels,
  { graphs: [{ graph }] }: ViewLinks,
  measured: readonly Measures[],
  until: number,
  to: number,
  random: Random,
): Generator<Progress, number[]> {
  const { values } = yield* graphBasis(kernels, graph, Math.min(to + 1, graph.rows), random, singleProcess)
  const gap = (k: number) => values[k - 1] - (values[k] ?? 0)
  let widest = until + 1
  for (let k = widest + 1; k <= to; k++) if (gap(k) > gap(widest)) widest = k
  if (measured.some((each) => each.clusters > 1 && each.gap >= gap(widest))) return []
  return [widest - 1, widest, widest + 1].filter((k) => k > until && k <= to)
}
