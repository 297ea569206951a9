import type { Progress } from '@manyview/core'
import type { Screen } from '../screen/screen.ts'

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

  /** One line per stage, in the order in which they began: seconds and share of all. */
  lines(): string[] {
    const all = [...this.seconds.values()].reduce((sum, value) => sum + value, 0)
    const width = Math.max(...[...this.seconds.keys()].map((stage) => stage.length), 5)
    const line = (stage: string, seconds: number) =>
      `  ${stage.padEnd(width)} ${seconds.toFixed(2).padStart(9)} s ${Math.round((100 * seconds) / (all || 1))
        .toString()
        .padStart(4)} %`
    return [...[...this.seconds].map(([stage, seconds]) => line(stage, seconds)), line('all', all)]
  }

  print(screen: Screen): void {
    screen.line()
    for (const line of this.lines()) screen.line(line)
  }
}
