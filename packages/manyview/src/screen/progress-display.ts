import type { Progress } from '@manyview/core'
import { TimeLeft } from '@manyview/core/runtime'
import { duration, progressWords } from '@manyview/core/words'
import type { Screen } from './screen.ts'

/** Milliseconds between two lines where no bar can move. */
const linePause = 10_000
/** Milliseconds between two reports where a bar moves, and for a program, which may draw one of its own. */
const barPause = 100
/** The cursor hidden and long lines cut, and all as it was again. */
const beginBar = '\x1b[?25l\x1b[?7l'
const clearLine = '\r\x1b[K'
const endBar = `${clearLine}\x1b[?7h\x1b[?25h`

/** Shows how far a fit is: a bar with the time left on a terminal; elsewhere a line now and then. All on stderr. */
export class ProgressDisplay {
  private hasBar = false
  private latest: Progress | undefined
  private stageBegan = 0
  private nextLine = 0
  private readonly fit: TimeLeft
  /** A process that ends in the middle leaves the terminal as it was. */
  private readonly onExit = () => this.end()

  constructor(
    private readonly screen: Screen,
    private readonly quiet: boolean,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.fit = new TimeLeft(() => this.now() / 1000)
  }

  /** Shows the progress of some work, and takes the bar away when it ends. */
  static async of<T>(
    screen: Screen,
    quiet: boolean,
    work: (onProgress: (progress: Progress) => void) => Promise<T>,
  ): Promise<T> {
    const display = new ProgressDisplay(screen, quiet)
    try {
      return await work((progress) => display.show(progress))
    } finally {
      display.end()
    }
  }

  show(progress: Progress): void {
    if (this.quiet) return
    if (this.latest?.stage !== progress.stage) this.stageBegan = this.now()
    this.latest = progress
    this.fit.see(progress)
    if (this.screen.forProgram) this.tell(progress)
    else if (this.screen.live) this.move(progress)
    else if (this.now() >= this.nextLine) {
      if (this.nextLine > 0) this.screen.err(`${progressLine(this.place(progress), this.timeLeft())}\n`)
      this.nextLine = this.now() + linePause
    }
  }

  /** Takes the bar away. */
  end(): void {
    if (!this.hasBar) return
    this.hasBar = false
    process.off('exit', this.onExit)
    this.screen.err(endBar)
  }

  private tell(progress: Progress): void {
    if (this.now() < this.nextLine) return
    this.screen.err(`${JSON.stringify(this.place(progress))}\n`)
    this.nextLine = this.now() + barPause
  }

  private move(progress: Progress): void {
    if (this.hasBar && this.now() < this.nextLine) return
    if (!this.hasBar) process.once('exit', this.onExit)
    const line = barLine(this.place(progress), this.timeLeft(), this.screen.width)
    this.screen.err(`${this.hasBar ? '' : beginBar}${clearLine}${line}`)
    this.hasBar = true
    this.nextLine = this.now() + barPause
  }

  /** Where the work stands, in words: of a fit whose parts are known in hundredths of all of it, which never fall. */
  private place(progress: Progress): Place {
    const { iteration, total, work } = progress
    const stage = progressWords(progress)
    return work
      ? { stage, iteration: Math.floor(100 * this.fit.done(progress)), total: 100 }
      : { stage, iteration, total }
  }

  /** Seconds that the fit should still take, or the stage where the method has no formula; undefined until there is something to go by. */
  private timeLeft(): number | undefined {
    const { iteration, total, work } = this.latest!
    if (work) return this.fit.seconds(this.latest!)
    const spent = (this.now() - this.stageBegan) / 1000
    return iteration >= 2 && spent > 1 ? (spent / (iteration - 1)) * (total - iteration) : undefined
  }
}

type Place = Pick<Progress, 'stage' | 'iteration' | 'total'>

/** `Iterating, 12 of 21, 3 s left`, and `Finding neighbours, 34 %, 3 s left` where all is 100. */
export function progressLine({ stage, iteration, total }: Place, secondsLeft?: number): string {
  const left = secondsLeft === undefined ? '' : `, ${duration(Math.ceil(secondsLeft))} left`
  const place = total === 100 ? `, ${iteration} %` : total > 1 ? `, ${iteration} of ${total}` : ''
  return `${stage}${place}${left}`
}

/** `Iterating ███████████░░░░░░░░░ 12 of 21, 3 s left`, in at most `width` columns. */
export function barLine(progress: Place, secondsLeft: number | undefined, width: number): string {
  const { stage, iteration, total } = progress
  const details = progressLine(progress, secondsLeft).slice(stage.length + 2)
  const room = Math.max(5, Math.min(30, width - stage.length - details.length - 5))
  const full = Math.round(room * Math.min(1, iteration / Math.max(1, total)))
  return `  ${stage} ${'█'.repeat(full)}${'░'.repeat(room - full)} ${details}`
}
