import { extraScores } from '../evidence/scores.ts'
import { EXACT_UP_TO } from '../graphs/find-neighbours.ts'
import { streamedBytes } from '../methods/memory-limit.ts'
import type { FitEstimate, FitSize } from '../methods/method.ts'
import { SOLVED_WHOLE } from '../numerics/linalg/randomised-svd.ts'
import { logarithm } from '../numerics/math/logarithm.ts'
import type { WorkPart } from '../runtime/progress.ts'
import { RANK } from '../views/scored-view.ts'
import { basisSize } from './embedding.ts'
import { fittedCount } from './fitted-samples.ts'
import { seedCount } from './members.ts'

/** Bytes of an edge: a value and an index. */
const EDGE = 12
/** Dense views of more numbers stay where they lie and are read in blocks. */
export const HELD_UP_TO = 1 << 25
/** Bytes per sample that a process of several needs of all samples: a block of vectors twice, the order of the samples, the parts of the graph. */
const GATHERED = 200

/** Sizes that bytes and seconds follow from. */
function sizesOf({ samples: n, features, clusters: k, options }: FitSize) {
  const fitted = fittedCount(n, k, options.sample as number | null)
  return {
    isFast: options.effort === 'fast',
    fitted,
    scores: features.reduce((sum, count) => sum + Math.min(RANK, count), 0),
    basis: basisSize(n, k),
    seeds: seedCount(fitted, k),
  }
}

/**
 * What the default method takes for n samples with d features in each of m views and k clusters, beside the views it is given; docs/performance.md compares both with what was measured. With r = Σ min(30, d) scores,
 * q = max(2k, 30) eigenvectors per graph and s samples that partitions are fitted to:
 *
 *     bytes    8·n·Σd + 16·n·r + 12·n·⅔·2·neighbours·(3m + 2) + n·162 + 32·n·k    held throughout (views in order, scores, graphs, members, results)
 *              + 8·n·(w + 2·(r + m·min(k, 100))) + the graphs again               with full effort: w = Σ min(100, d) scores, the refined ones and their features
 *              + n·(24·min(6k, 150) + 16·r + 24·neighbours·m)                      with full effort and s = n: the tree's embedding, scores for isolation
 *              + 8·n·(m·min(k, 30))                                               in place of that where s < n: scores and the first graphs are freed
 *              + n · max(28·q, 24·max d)                                          for a while (eigenvectors and embedding of a graph, a view's scores)
 *              + n · (6·(r + m·min(k, 100)) + 300)                                taken for neighbours, and kept by the kernels
 *     streamed neither 8·n·Σd nor 24·n·max d, but blocks of some 100 MB; so is every dense view of more than 2²⁵ numbers, but
 *              for 8·n·max d for a while where it has more than 400 features
 *     ranks    each has n/ranks of the views, and, where partitions are fitted to some samples, of graphs and embeddings, but then 200·n for vectors of all samples;
 *              neighbours are searched for among all samples on every rank
 *     seconds  the sum of the parts
 */
export function estimateConsensus(size: FitSize): FitEstimate {
  const { samples: n, features, clusters: k, options, streamed = false, ranks = 1 } = size
  const { isFast, fitted, scores, basis, seeds } = sizesOf(size)
  const neighbours = options.neighbours as number
  const copied = features.filter((count) => !streamed && (n * count) / ranks <= HELD_UP_TO)
  const all = copied.reduce((sum, count) => sum + count, 0)
  const widest = Math.max(0, ...copied)
  // Of views that stay where they lie one at a time is kept as it is made ready, if it is read often.
  const oftenRead = Math.max(0, ...features.filter((count) => !streamed && count > SOLVED_WHOLE))

  const edges = (2 * neighbours * (3 * features.length + 2) * 2) / 3
  // 27 partitions per seed; labels of all samples take one byte each where members were fitted to some, else four.
  const members = isFast ? 0 : 27 * seeds * (fitted < n ? 1 : 4)
  // With full effort the views are refined and all is done twice, beyond 50,000 samples by the scores that are there already.
  const most = extraScores(n, options)
  const wide = most > RANK ? features.reduce((sum, count) => sum + Math.min(most, count), 0) : 0
  const coordinates = features.length * Math.min(k, most)
  const again = fitted < n ? 8 * coordinates : 8 * (wide + 2 * (scores + coordinates)) + EDGE * edges
  const refined = isFast ? 0 : again
  // The embedding that the tree is made of (twice and in single precision), scores of full length and their neighbours for isolation.
  const afterwards =
    isFast || fitted < n ? 0 : 24 * Math.min(6 * k, 150) + 16 * scores + 24 * neighbours * features.length
  // What part of the views, and of graphs and embeddings, a process has.
  const part = 1 / ranks
  const evidence = fitted < n ? part : 1
  const permanent = part * 8 * all + evidence * (16 * scores + EDGE * edges + refined + afterwards + members + 32 * k)
  const vectors = evidence * 28 * basis + (evidence < 1 ? GATHERED : 0)
  const points = scores + (isFast ? 0 : coordinates)
  // The memory of kernels never shrinks: what the search for neighbours takes stays taken.
  const passing = Math.max(vectors, part * 24 * widest, part * 8 * oftenRead) + 6 * points + 300
  const blocks = copied.length < features.length ? streamedBytes(n, [Math.max(...features)]) : 0
  const parts = partsOf(size)
  const seconds = parts.reduce((sum, part) => sum + part.seconds, 0)
  return { seconds, bytes: n * (permanent + passing) + blocks, parts }
}

/** Stages of putting a partition together from the members. */
const agreeing = ['singular vectors', 'eigenvectors', 'consensus', 'vote']

/** The parts of a fit in their order, with the seconds that each takes on one thread of a 2.5 GHz core, measured on files of 169 to 10,000 samples. */
function partsOf(size: FitSize): WorkPart[] {
  const { samples: n, features, clusters: k, judged, most = null } = size
  const { isFast, fitted, scores, basis, seeds } = sizesOf(size)
  const reading = n <= EXACT_UP_TO ? 3e-8 : 7e-8
  // Past 400 on either side vectors are searched for, in steps that cost something whatever the size.
  const views = features.reduce((sum, count) => {
    const side = Math.min(count, n)
    return sum + 0.05 + n * count * (reading + 2e-10 * Math.min(side, 400)) + (side > 400 ? 0.15 : 0)
  }, 0)
  const links = 2 * n * scores * (n <= EXACT_UP_TO ? 8e-11 * n : 1e-7 * logarithm(n))
  const eigenvectors = 2.5e-9 * n * (basis + 80) * (basis + 80)
  const joining = fitted < n ? 3e-8 * n * k * basis : 0
  // Partitions see as many eigenvectors as there are; where samples are few, there are more seeds than the usual six.
  const members = 3 * eigenvectors + ((6e-6 + 6e-8 * basis) * fitted * k * seeds) / 6 + joining
  const agreement = (k * seeds * (2.2e-6 * fitted + 6e-7 * n)) / 6

  const gathering: WorkPart[] = [
    { kind: 'views', stages: ['order', 'singular vectors', 'eigenvectors', 'views'], seconds: 0.3 + views },
    { kind: 'links', stages: ['neighbours', 'graphs'], seconds: 0.2 + links },
  ]
  const before = judged ? [...gathering, ...gathering] : [...gathering]
  if (most !== null) {
    const width = Math.max(2 * most, 30) + 80
    const stages = ['eigenvectors', 'filter', 'choosing k', 'singular vectors', 'neighbours', 'graphs']
    before.push({ kind: 'choice', stages, seconds: 0.6 + 1.9e-8 * n * width * width })
  }
  if (isFast) {
    const stages = ['order', 'eigenvectors', 'filter', 'consensus', 'assign', 'tree']
    return [...before, { kind: 'members', stages, seconds: 0.4 + eigenvectors + 2e-6 * fitted * k }]
  }
  const drawing = ['order', 'eigenvectors', 'filter', 'members', 'stability']
  return [
    ...before,
    { kind: 'members', stages: drawing, seconds: 0.3 + members },
    { kind: 'agreement', stages: agreeing, seconds: 0.1 + agreement },
    { kind: 'links', stages: ['refinement', 'neighbours', 'graphs'], seconds: 0.2 + links },
    { kind: 'members', stages: drawing, seconds: 0.1 + members },
    { kind: 'agreement', stages: [...agreeing, 'embedding', 'tree', 'noise'], seconds: 0.1 + 2 * agreement },
  ]
}
