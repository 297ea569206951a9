/** A run without a result, and why. */
export interface FailedRun {
  name: string
  problem: string
}

/** Ends a command with status 1 after it has printed what other runs found; its message says what failed, each reason once, and gives the command line that repeats it. */
export class FailedRuns extends Error {
  constructor(runs: readonly FailedRun[], repeat: string) {
    const texts = new Set(runs.map(({ name, problem }) => `${name} (${problem.replace(/^failed: /, '')})`))
    super(`failed: ${[...texts].join(', ')}; to repeat ${texts.size === 1 ? 'it' : 'them'} alone: ${repeat}`)
    this.name = 'FailedRuns'
  }
}
