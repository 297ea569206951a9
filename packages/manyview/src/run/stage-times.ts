import type { Progress } from '@manyview/core'

/** Where the time of a fit goes: the time before a progress is that of its stage. */
export class StageTimes {
  private readonly seconds = new Map<string, number>()
  private last: number

  constructor(private readonly now: () => number = () => performance.now()) {
    this.last = now()
  }

  note({ stage }: Pick<Progress, 'stage'>): void {
    const now = this.now()
    this.seconds.set(stage, (this.seconds.get(stage) ?? 0) + (now - this.last) / 1000)
    this.last = now
  }

  /** Seconds by stage, in the order in which the stages began. */
  all(): Record<string, number> {
    return Object.fromEntries(this.seconds)
  }
}
