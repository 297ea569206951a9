import pc from 'picocolors'
import { printable } from './printable.ts'
import { wrap } from './wrap.ts'

interface Stream {
  write(text: string): unknown
  isTTY?: boolean
  columns?: number
  on?(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown
}

/** Where the command prints: results on stdout, everything else on stderr. Colours only on a terminal, and never with NO_COLOR. */
export class Screen {
  readonly colours: ReturnType<typeof pc.createColors>
  /** True when stderr is a terminal, where a bar can move. */
  readonly live: boolean
  /** True where a program reads stderr and wants progress as lines of JSON (MANYVIEW_PROGRESS=json). */
  readonly forProgram: boolean
  /** Columns to print in, at most 100. */
  readonly width: number
  /** True once nobody reads stdout any more. */
  private isUnread = false

  constructor(
    private readonly stdout: Stream,
    private readonly stderr: Stream,
    environment: Readonly<Record<string, string | undefined>> = {},
  ) {
    const { NO_COLOR, FORCE_COLOR, TERM } = environment
    const hasColours = !NO_COLOR && (FORCE_COLOR ? FORCE_COLOR !== '0' : stdout.isTTY === true && TERM !== 'dumb')
    this.colours = pc.createColors(hasColours)
    this.forProgram = environment.MANYVIEW_PROGRESS === 'json'
    this.live = stderr.isTTY === true && TERM !== 'dumb'
    this.width = Math.min(100, Math.max(40, stdout.columns ?? 80))
    // A reader that has seen enough (`| head`) is no error, and files are still written.
    stdout.on?.('error', (error) => {
      this.isUnread = error.code === 'EPIPE'
      if (this.isUnread) return
      this.complain(`stdout: cannot be written (${error.message}), check where the output goes`)
      process.exit(1)
    })
    // Where stderr cannot be written there is nobody to tell; the exit status says what happened.
    stderr.on?.('error', () => undefined)
  }

  /** Writes to stdout as it is. */
  out(text: string): void {
    if (!this.isUnread) this.stdout.write(text)
  }

  /** Writes to stderr as it is. */
  err(text: string): void {
    this.stderr.write(text)
  }

  /** A line of the result. */
  line(text = ''): void {
    this.out(`${text}\n`)
  }

  /** One line that begins with the command's name, on stderr; a terminal, which would break it inside words, gets it wrapped. */
  complain(message: string): void {
    const line = `manyview: ${printable(message.replace(/\s*\n\s*/g, ' ').trim())}`
    this.err(`${this.live ? wrap(line, this.width - 2, 2) : line}\n`)
  }
}
