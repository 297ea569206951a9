import { RANK } from '../../data/scored-view.ts'
import { SOLVED_WHOLE } from '../../linalg/randomised-svd.ts'
import { logarithm } from '../../math/logarithm.ts'
import { streamedBytes } from '../memory-limit.ts'
import type { FitEstimate, FitSize } from '../method.ts'
import { fittedSamples, wideScores } from './fitted-samples.ts'

/** Bytes of an edge: a value and an index. */
const EDGE = 12
/** Beyond this many samples neighbours are searched for approximately. */
export const EXACT_UP_TO = 20_000
/** Dense views of more numbers stay where they lie and are read in blocks. */
export const HELD_UP_TO = 1 << 25
/** Bytes a sample that ranks need of all samples: a block of vectors twice, the order of the samples, the parts of the graph. */
const GATHERED = 200
/** Partitions that vote at most where there are many samples. */
const MEMBERS = 216

/**
 * What the default method takes for n samples with d features in each of m views and k clusters, beside the views it is given; documented in docs/performance.md, where both
 * are compared with what was measured. With r = Σ min(30, d) scores, q = max(2k, 30) functions a graph and s samples that partitions are fitted to:
 *
 *     bytes    8·n·Σd + 16·n·r + 12·n·⅔·2·neighbours·(3m + 2) + n·216 + 32·n·k    held throughout (views in order, scores, graphs, members, results)
 *              + 8·n·(w + 2·(r + m·min(k, 100))) + the graphs again               with full effort: w = Σ min(100, d) scores, the refined ones and their features
 *              + 8·n·(m·min(k, 30))                                               in place of that where s < n: scores and the first graphs are let go
 *              + n · max(28·q, 24·max d)                                          for a while (functions and embedding of a graph, a view's scores)
 *              + n · (6·(r + m·min(k, 100)) + 300)                                taken for neighbours, and kept by the kernels
 *     streamed neither 8·n·Σd nor 24·n·max d, but blocks of some 100 MB; so is every dense view of more than 2²⁵ numbers, but
 *              for 8·n·max d for a while where it has more than 400 features
 *     ranks    each has n/ranks of the views, and, where partitions are fitted to some samples, of graphs and embeddings, but then 200·n for vectors of all samples;
 *              neighbours are searched for among all samples on every rank
 *     seconds  views, neighbours, eigenvectors, partitions of s samples, the others joining them, the vote: one thread of a 2.5 GHz core
 */
export function consensusEstimate({
  samples: n,
  features,
  clusters: k,
  options,
  streamed = false,
  ranks = 1,
}: FitSize): FitEstimate {
  const fast = options.effort === 'fast'
  const neighbours = options.neighbours as number
  const fitted = fittedSamples(n, k, options.sample as number | null)
  const copied = features.filter((count) => !streamed && (n * count) / ranks <= HELD_UP_TO)
  const all = copied.reduce((sum, count) => sum + count, 0)
  const widest = Math.max(0, ...copied)
  // Of views that stay where they lie one at a time is kept as it is made ready, if it is read often.
  const kept = Math.max(0, ...features.filter((count) => !streamed && count > SOLVED_WHOLE))
  const scores = features.reduce((sum, count) => sum + Math.min(RANK, count), 0)
  const functions = Math.min(Math.max(2 * k, 30), n)
  const graphs = fast ? 1 : 3

  const edges = (2 * neighbours * (3 * features.length + 2) * 2) / 3
  // Members of all samples are one byte each where they were fitted to some; else every embedding stays, and labels of four bytes.
  const members = fitted < n || fast ? MEMBERS : graphs * 8 * 4 * functions + 4 * MEMBERS
  // With full effort the views are refined and all is done twice, beyond 50,000 samples by the scores that are there already.
  const rounds = fast ? 1 : 2
  const most = wideScores(n, options) ?? 0
  const wide = features.reduce((sum, count) => sum + Math.min(most, count), 0)
  const coordinates = features.length * Math.min(k, Math.max(most, RANK))
  const again = fitted < n ? 8 * coordinates : 8 * (wide + 2 * (scores + coordinates)) + EDGE * edges
  const refined = fast ? 0 : again
  // What part of the views, and of graphs and embeddings, a rank has.
  const part = 1 / ranks
  const seen = fitted < n ? part : 1
  const held = part * 8 * all + seen * (16 * scores + EDGE * edges + refined + members + 32 * k)
  const vectors = seen * 28 * functions + (seen < 1 ? GATHERED : 0)
  const points = scores + (fast ? 0 : coordinates)
  // The memory of kernels never shrinks: what the search for neighbours takes stays taken.
  const passing = Math.max(vectors, part * 24 * widest, part * 8 * kept) + 6 * points + 300

  const views = features.reduce((sum, count) => sum + 2.6e-9 * count * Math.min(count, 400), 0)
  const search = n <= EXACT_UP_TO ? 2e-10 * n * scores : 2e-7 * logarithm(n) * scores
  const eigenvectors = 3.3e-9 * (functions + 80) * (functions + 80) * rounds
  const joining = fitted < n ? 4.6e-10 * 18 * 7 * k * 4 * functions : 0
  const each = views + 2 * rounds * search + graphs * eigenvectors + (fast ? 0 : joining + 1.5e-8 * MEMBERS * k)
  const partitions = fast ? 2e-6 * fitted * k : 1e-5 * fitted * k
  const blocks = copied.length < features.length ? streamedBytes(n, [Math.max(...features)]) : 0
  return { seconds: n * each + partitions, bytes: n * (held + passing) + blocks }
}
