/** What was wrong, in a form that programs can act on. */
export interface InputErrorInfo {
  /** Stable name of the kind of mistake, for example `not-finite` or `too-many-clusters`. */
  code: string
  /** The argument, option, view, variable or file that is at fault. */
  argument: string
  /** The numbers and names behind the message. */
  details?: Record<string, unknown>
}

/** The one error for bad input. Its message reads `argument: what is wrong (value), what to do`. */
export class InputError extends Error {
  readonly code: string
  readonly argument: string
  readonly details: Record<string, unknown>

  constructor(message: string, info: InputErrorInfo) {
    super(`${info.argument}: ${message}`)
    this.name = 'InputError'
    this.code = info.code
    this.argument = info.argument
    this.details = info.details ?? {}
  }
}
