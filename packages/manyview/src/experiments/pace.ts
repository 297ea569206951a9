import type { Progress } from '@manyview/core'

/** Seconds that a job could take, told from the pace of the stage it is in; the stages before it count as they were. */
export class Pace {
  private readonly fits: number
  private stage = ''
  private stageBegan = 0
  private fitsDone = 0
  private fitBegan = 0
  private last = 0
  /** Seconds for the whole job; 0 until something was done. */
  estimate = 0
  /** Whether the number of iterations is known, so that the estimate is no bound but what it will take. */
  exact = false

  /** For a job of `fits` fits, one after the other. */
  constructor(fits: number) {
    this.fits = fits
  }

  /** `seconds` since the beginning of the job. A report tells what was just done, so the time since the last one belongs to its stage. */
  step(seconds: number, progress: Progress, fitsDone: number): void {
    if (fitsDone !== this.fitsDone) Object.assign(this, { fitsDone, fitBegan: this.last, stage: '' })
    if (progress.stage !== this.stage) Object.assign(this, { stage: progress.stage, stageBegan: this.last })
    this.last = seconds
    const share = progress.iteration / Math.max(1, progress.total)
    if (!(share > 0)) return
    const fit = this.stageBegan - this.fitBegan + (seconds - this.stageBegan) / share
    const later = fitsDone > 0 ? this.fitBegan / fitsDone : fit
    this.estimate = this.fitBegan + fit + (this.fits - fitsDone - 1) * later
    this.exact = progress.exact === true
  }
}
