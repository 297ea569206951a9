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
