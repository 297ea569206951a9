/** The part of cli-progress that is used here; the package carries no types. */
declare module 'cli-progress' {
  export class SingleBar {
    constructor(options: {
      stream?: unknown
      format: (options: unknown, state: BarState, payload: unknown) => string
      hideCursor?: boolean
      clearOnComplete?: boolean
      fps?: number
    })
    start(total: number, value: number): void
    setTotal(total: number): void
    update(value: number): void
    stop(): void
  }
  interface BarState {
    value: number
    total: number
    /** When the bar began, in milliseconds. */
    startTime: number
  }
}
