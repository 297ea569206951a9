import { matrix } from '../numerics/linalg/matrix.ts'
import { solveSpd } from '../numerics/linalg/solve-spd.ts'
import { chiSquaredTail } from '../numerics/math/chi-squared-tail.ts'

/** How long samples of a group lived without the event, after Kaplan and Meier. */
export interface SurvivalCurve {
  samples: number
  events: number
  /** The different times, ascending, of events and of samples that were lost sight of. */
  times: number[]
  /** Samples that were still watched right before each time. */
  atRisk: number[]
  /** Events at each time. */
  eventsAt: number[]
  /** The share that is without the event after each time. */
  survival: number[]
  /** When half of the samples have had the event; null where it never comes to that. */
  median: number | null
}

/** Shares that differ from a half by less, differ by rounding. */
const ROUNDING = 1.5e-8

/** The curve of Kaplan and Meier; `events` is 1 where the event came at that time, 0 where the sample was last seen then. O(n log n). */
export function survivalCurve(times: ArrayLike<number>, events: ArrayLike<number>): SurvivalCurve {
  const order = Uint32Array.from({ length: times.length }, (_, i) => i).sort((a, b) => times[a] - times[b])
  const curve: SurvivalCurve = {
    samples: times.length,
    events: 0,
    times: [],
    atRisk: [],
    eventsAt: [],
    survival: [],
    median: null,
  }
  let share = 1
  for (let begin = 0; begin < order.length; ) {
    const time = times[order[begin]]
    let [end, died] = [begin, 0]
    for (; end < order.length && times[order[end]] === time; end++) died += events[order[end]]
    const watched = order.length - begin
    share *= 1 - died / watched
    curve.events += died
    curve.times.push(time)
    curve.atRisk.push(watched)
    curve.eventsAt.push(died)
    curve.survival.push(share)
    begin = end
  }
  return { ...curve, median: medianTime(curve) }
}

/** The mean time without the event up to `horizon`: the area under the curve. */
export function restrictedMean({ times, survival }: SurvivalCurve, horizon: number): number {
  let [area, before, share] = [0, 0, 1]
  for (let i = 0; i < times.length && times[i] < horizon; i++) {
    area += share * (times[i] - before)
    before = times[i]
    share = survival[i]
  }
  return area + share * (horizon - before)
}

/** Samples that are watched at `time`, as they stand under a plot of the curve. */
export function numberAtRisk({ times, atRisk }: Pick<SurvivalCurve, 'times' | 'atRisk'>, time: number): number {
  const next = times.findIndex((each) => each >= time)
  return next < 0 ? 0 : atRisk[next]
}

/** Where the curve stays at a half for a while, the middle of that while. */
function medianTime({ times, survival }: SurvivalCurve): number | null {
  const at = survival.findIndex((share) => share < 0.5 + ROUNDING)
  if (at < 0) return null
  const below = survival.findIndex((share) => share < survival[at])
  return Math.abs(survival[at] - 0.5) < ROUNDING && below > at ? (times[at] + times[below]) / 2 : times[at]
}

/** What the test says of survival in groups. */
export interface LogRank {
  statistic: number
  degrees: number
  p: number
  /** Events that each group would have if all lived alike. */
  expected: number[]
}

/** The log-rank test of `count` groups, with at least one event; NaN where no two of them were watched together. O(n log n + events · count²). */
export function logRankTest(
  times: ArrayLike<number>,
  events: ArrayLike<number>,
  groups: ArrayLike<number>,
  count: number,
): LogRank {
  const order = Uint32Array.from({ length: times.length }, (_, i) => i).sort((a, b) => times[a] - times[b])
  const atRisk = new Float64Array(count)
  for (let i = 0; i < groups.length; i++) atRisk[groups[i]]++
  const apart = new Float64Array(count)
  const expected = new Float64Array(count)
  const variance = new Float64Array(count * count)
  for (let begin = 0; begin < order.length; ) {
    const time = times[order[begin]]
    let [end, died] = [begin, 0]
    for (; end < order.length && times[order[end]] === time; end++) {
      died += events[order[end]]
      apart[groups[order[end]]] += events[order[end]]
    }
    const watched = order.length - begin
    const spread = watched > 1 ? (died * (watched - died)) / (watched - 1) : 0
    for (let a = 0; a < count && died > 0; a++) {
      const share = atRisk[a] / watched
      expected[a] += died * share
      for (let b = 0; b < count; b++)
        variance[a * count + b] += spread * share * (Number(a === b) - atRisk[b] / watched)
    }
    for (let p = begin; p < end; p++) atRisk[groups[order[p]]]--
    begin = end
  }
  // The differences add up to 0, so that one of the groups says nothing new.
  const places = Array.from(expected.keys())
    .filter((group) => variance[group * count + group] > 0)
    .slice(1)
  const degrees = places.length
  const statistic =
    degrees > 0
      ? quadraticForm(
          places,
          apart.map((events, a) => events - expected[a]),
          variance,
        )
      : Number.NaN
  return { statistic, degrees, p: chiSquaredTail(statistic, degrees), expected: Array.from(expected) }
}

/** dᵀ·V⁻¹·d over some of the groups; NaN where V has no inverse, as where groups were never watched together. */
function quadraticForm(groups: readonly number[], differences: Float64Array, variance: Float64Array): number {
  const size = groups.length
  const count = differences.length
  const v = matrix(size, size)
  groups.forEach((a, i) => {
    groups.forEach((b, j) => {
      v.data[i * size + j] = variance[a * count + b]
    })
  })
  const d = Float64Array.from(groups, (group) => differences[group])
  try {
    const solved = solveSpd(v, matrix(size, 1, d)).data
    return d.reduce((sum, difference, i) => sum + difference * solved[i], 0)
  } catch {
    return Number.NaN
  }
}
