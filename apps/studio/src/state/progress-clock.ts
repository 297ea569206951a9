import type { Progress } from '@manyview/core'
import { TimeLeft } from '@manyview/core/runtime'
import { progressWords } from '@manyview/core/words'
import type { Phase } from '../worker/fit.ts'

/** Shares of the time by stage, measured on the digits: where in an explanation each stage ends. Stages that are not named move nothing. */
const explainShares: Record<string, [from: number, to: number]> = {
  views: [0, 0.3],
  map: [0.3, 0.7],
  features: [0.7, 1],
}
/** What a phase takes of the whole. */
const fitShare = 0.65

/** Turns the stages of a method into one fraction that never falls, a time left, and plain words. Methods with a formula for their parts are told by it, as on the command line. */
export class ProgressClock {
  private fraction = 0
  private readonly trail: { step: string; seconds: number }[] = []
  private lastReport: number
  private readonly curve: number[] = []
  private readonly began: number
  private readonly now: () => number
  private readonly fit: TimeLeft

  constructor(now: () => number = () => performance.now()) {
    this.now = now
    this.fit = new TimeLeft(() => now() / 1000)
    this.began = now()
    this.lastReport = this.began
  }

  step(phase: Phase, progress: Progress) {
    if (phase === 'fit') this.fit.see(progress)
    const value = progress.objective ?? progress.change
    if (phase === 'fit' && value !== undefined && Number.isFinite(value)) this.curve.push(value)
    this.fraction = Math.max(this.fraction, this.place(phase, progress))
    const now = this.now()
    const spent = (now - this.began) / 1000
    const step = progressWords(progress)
    this.follow(step, (now - this.lastReport) / 1000)
    this.lastReport = now
    const canEstimate = spent > 1 && this.fraction > 0.03
    return {
      step,
      trail: this.trail.map((each) => ({ ...each })),
      fraction: this.fraction,
      secondsLeft: canEstimate ? (spent / this.fraction) * (1 - this.fraction) : null,
      curve: [...this.curve],
    }
  }

  /** A report tells what was just done, so the time since the last one belongs to it. */
  private follow(step: string, seconds: number): void {
    const entry = this.trail.find((each) => each.step === step)
    if (entry) entry.seconds += seconds
    else this.trail.push({ step, seconds })
  }

  private place(phase: Phase, progress: Progress): number {
    const { stage, iteration, total, work } = progress
    const part = Math.min(1, iteration / Math.max(1, total))
    if (phase === 'explain') {
      const share = explainShares[stage]
      return share ? fitShare + (1 - fitShare) * between(share, part) : fitShare
    }
    return fitShare * this.fit.done(progress) * (work ? 1 : 0.98)
  }
}

function between([from, to]: readonly [number, number], part: number): number {
  return from + (to - from) * part
}
