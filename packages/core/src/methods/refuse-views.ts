import { InputError } from '../input-error.ts'
import { isWhole, storedValues } from '../numerics/linalg/integer-matrix.ts'
import { blocksOf, isBlocked } from '../numerics/linalg/rows.ts'
import { largestSize } from '../numerics/linalg/scale.ts'
import type { Precision } from '../runtime/kernels/precision.ts'
import type { Progress } from '../runtime/progress.ts'
import { largestOverRanks } from '../runtime/ranks/least-over-ranks.ts'
import type { Ranks } from '../runtime/ranks/ranks.ts'
import { rowRange } from '../runtime/ranks/row-range.ts'
import { share } from '../runtime/ranks/share.ts'
import type { NamedRows, PreparedRows } from '../views/prepare-views.ts'
import type { Method } from './method.ts'

/** Which samples have which views. */
export interface Presence {
  readonly samples: number
  readonly views: readonly Pick<NamedRows, 'present'>[]
}

/** Counts the samples that lack a view. O(samples · views). */
export function countIncomplete({ samples, views }: Presence): number {
  let count = 0
  for (let i = 0; i < samples; i++) if (views.some(({ present }) => present?.[i] === 0)) count++
  return count
}

/** Refuses samples that lack views for a method that cannot do without; `methods` are those to name instead. */
export function refuseMissingViews(method: Method, input: Presence, methods: readonly Method[]): void {
  if (method.missingViews) return
  const lacking = countIncomplete(input)
  if (lacking === 0) return
  const able = methods.filter(({ missingViews }) => missingViews).map(({ name }) => name)
  throw new InputError(
    `"${method.name}" needs every view of every sample but ${lacking} of ${input.samples} samples lack one, choose ${able.join(' or ')}`,
    { code: 'missing-views', argument: 'method', details: { lacking, samples: input.samples, able } },
  )
}

/** Refuses views that are read in blocks where that would be in vain: most methods work on whole matrices, and single precision only makes views smaller that are held in memory. */
export function refuseStreaming(method: Method, { views }: PreparedRows, precision: Precision): void {
  if (!views.some(({ data }) => isBlocked(data))) return
  const fail = (argument: string, message: string) => {
    throw new InputError(message, { code: 'stream', argument })
  }
  if (!method.blocks)
    fail('method', `"${method.name}" needs its views in memory, choose consensus or dstl to read them in blocks`)
  if (precision === 'single')
    fail('precision', 'cannot be single when views are read in blocks, since none is held: leave it out')
}

/** Samples of the whole fit; refuses a method that cannot be shared, and ranks whose samples are not their even share. */
export function samplesOnRanks(method: Method, own: number, ranks: Ranks): number {
  const { size, rank } = ranks
  if (size === 1) return own
  if (!method.ranks)
    throw new InputError(`${method.name} runs in one process (${size} ranks given), start it without MPI`, {
      code: 'ranks',
      argument: 'method',
    })
  const { total } = rowRange(ranks, own)
  const { begin, end } = share(total, size, rank)
  if (own !== end - begin)
    throw new InputError(
      `rank ${rank} has ${own} of ${total} samples, give it samples ${begin} to ${end - 1} (share)`,
      { code: 'ranks', argument: 'views' },
    )
  return total
}

/** The length that `unitRows` takes shorter samples for. */
const LEAST = 1e-12

/** Refuses a view of which no value reaches 1e-12, where `unitRows` takes samples for noise: they would all look alike. Reads no more than it needs to. */
export function* refuseTinyViews({ views }: PreparedRows, ranks: Ranks): Generator<Progress, void> {
  const largest = new Float64Array(views.length)
  for (const [v, { data }] of views.entries())
    for (const { end, data: block } of blocksOf(data)) {
      const values = 'pointers' in block ? block.values : storedValues(block)
      if (isWhole(values) || values.some((value) => Math.abs(value) >= LEAST)) {
        largest[v] = LEAST
        break
      }
      largest[v] = Math.max(largest[v], largestSize(values))
      if (isBlocked(data)) yield { stage: 'views', iteration: end, total: data.rows }
    }
  largestOverRanks(ranks, largest)
  for (const [v, { name }] of views.entries())
    if (largest[v] > 0 && largest[v] < LEAST)
      throw new InputError(
        `its largest value is ${largest[v]}, too small to tell samples apart, multiply the view by a constant`,
        {
          code: 'too-small',
          argument: `view ${name}`,
          details: { largest: largest[v] },
        },
      )
}
