import type { Progress } from './progress.ts'

/** Seconds after which there is something to go by. */
const SOON = 2

/** Seconds by which parts of some tenths of a second tell little of others: code is compiled in them. */
const DOUBT = 1

/**
 * How long a fit still takes. Its parts should take what the method's formula says; what the parts before took corrects it: a part of a kind that was seen takes as much more or less as the one
 * seen did, any other as much as all so far.
 */
export class TimeLeft {
  private began: number | undefined
  private partBegan = 0
  private at = 0
  private share = 0
  /** By kind: seconds that were expected and those that it took. */
  private readonly kinds = new Map<string, [expected: number, took: number]>()

  /** `now`: seconds of any clock. */
  constructor(private readonly now: () => number) {}

  see({ work }: Progress): void {
    const now = this.now()
    this.began ??= now
    if (!work || work.at <= this.at) return
    const { kind, seconds } = work.parts[this.at]
    const [expected, took] = this.kinds.get(kind) ?? [0, 0]
    this.kinds.set(kind, [expected + seconds, took + now - (this.partBegan || this.began)])
    this.partBegan = now
    this.at = work.at
  }

  /** Seconds left; undefined where nothing tells. */
  seconds({ work }: Progress): number | undefined {
    const now = this.now()
    if (!work || this.began === undefined || now - this.began < SOON) return undefined
    const { parts, at } = work
    const spent = now - (this.partBegan || this.began)
    const [expected, took] = [...this.kinds.values()].reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0])
    // A part that takes longer than expected says so of all that follow before it ends.
    const overall = Math.max(
      (took + DOUBT) / (expected + DOUBT),
      (took + spent + DOUBT) / (expected + parts[at].seconds + DOUBT),
    )
    const rate = ({ kind }: { kind: string }) => {
      const totals = this.kinds.get(kind)
      return totals ? totals[1] / totals[0] : overall
    }
    const later = parts.slice(at + 1).reduce((sum, part) => sum + part.seconds * rate(part), 0)
    return later + Math.max(parts[at].seconds * rate(parts[at]) - spent, 0)
  }

  /** Share of the fit that is done, which never falls; by the stage alone where the method has no formula. */
  done(progress: Progress): number {
    const { iteration, total, work } = progress
    if (!work) return Math.min(1, iteration / Math.max(1, total))
    const left = this.seconds(progress)
    const sum = (parts: readonly { seconds: number }[]) => parts.reduce((all, { seconds }) => all + seconds, 0)
    const spent = this.now() - (this.began ?? this.now())
    const share = left === undefined ? sum(work.parts.slice(0, work.at)) / sum(work.parts) : spent / (spent + left)
    this.share = Math.max(this.share, share)
    return this.share
  }
}
