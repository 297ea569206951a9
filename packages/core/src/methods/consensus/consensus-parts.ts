import { RANK } from '../../data/scored-view.ts'
import { logarithm } from '../../math/logarithm.ts'
import type { WorkPart } from '../../progress.ts'
import type { FitSize } from '../method.ts'
import { EXACT_UP_TO } from './consensus-estimate.ts'
import { fittedSamples } from './fitted-samples.ts'
import { repeats } from './kmeans-runs.ts'

/** What stages tell while a partition is put together from the members. */
const agreeing = ['singular vectors', 'eigenvectors', 'consensus', 'vote']

/**
 * The parts of a fit in their order, with the seconds that each should take on one thread of a 2.5 GHz core: a constant for code that is not compiled yet, and the terms of `consensusEstimate` as they came out on files
 * of 169 to 10,000 samples. With `most` the number of clusters is looked for first, up to that many.
 */
export function consensusParts(
  { samples: n, features, clusters: k, options, judged }: FitSize,
  most: number | null,
): WorkPart[] {
  const fast = options.effort === 'fast'
  const fitted = fittedSamples(n, k, options.sample as number | null)
  const scores = features.reduce((sum, count) => sum + Math.min(RANK, count), 0)
  const functions = Math.min(Math.max(2 * k, 30), n)
  const reading = n <= EXACT_UP_TO ? 3e-8 : 7e-8
  // Past 400 on either side vectors are searched for, in steps that cost something whatever the size.
  const views = features.reduce((sum, count) => {
    const side = Math.min(count, n)
    return sum + 0.05 + n * count * (reading + 2e-10 * Math.min(side, 400)) + (side > 400 ? 0.15 : 0)
  }, 0)
  const links = 2 * n * scores * (n <= EXACT_UP_TO ? 8e-11 * n : 1e-7 * logarithm(n))
  const eigenvectors = 2.5e-9 * n * (functions + 80) * (functions + 80)
  const joining = fitted < n ? 3e-8 * n * k * functions : 0
  // Where samples are few, there are more seeds than the usual six.
  const seeds = repeats(fitted, k) / 6
  // Partitions see as many functions as there are.
  const members = 3 * eigenvectors + (6e-6 + 6e-8 * functions) * fitted * k * seeds + joining
  const agreement = k * seeds * (2.2e-6 * fitted + 6e-7 * n)

  const looking: WorkPart[] = [
    { kind: 'views', stages: ['order', 'singular vectors', 'eigenvectors', 'views'], seconds: 0.3 + views },
    { kind: 'links', stages: ['neighbours', 'graphs'], seconds: 0.2 + links },
  ]
  const before = judged ? [...looking, ...looking] : [...looking]
  if (most !== null) {
    const width = Math.max(2 * most, 30) + 80
    const stages = ['eigenvectors', 'filter', 'choosing k', 'singular vectors', 'neighbours', 'graphs']
    before.push({ kind: 'choice', stages, seconds: 0.6 + 1.9e-8 * n * width * width })
  }
  if (fast) {
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
