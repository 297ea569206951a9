import { createHash } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileProblem } from '../files/file-problem.ts'
import { writeAtomically } from '../writing/write-atomically.ts'
import type { Job, JobResult } from './job.ts'

/** Changes when the same job would give another result. */
const version = 1

/** Finished jobs, one file each in a folder, so that a run that was interrupted goes on where it was. */
export class RunStore {
  constructor(
    private readonly folder: string,
    /** False: nothing is taken from the folder, results are only kept. */
    private readonly reuse: boolean,
  ) {}

  /** The kept result of the same job (same files, settings, seed, order), or null. A job that was stopped by a limit counts only under the same limit. */
  async find(job: Job, memoryLimit: number, timeLimit: number): Promise<JobResult | null> {
    if (!this.reuse) return null
    let result: JobResult
    try {
      result = (JSON.parse(await readFile(this.path(job), 'utf8')) as { result: JobResult }).result
    } catch {
      return null
    }
    if (result.status === 'done') return result
    if (result.status === 'too long' && result.timeLimit >= timeLimit) return result
    if (result.status === 'out of memory' && result.memoryLimit >= memoryLimit) return result
    return null
  }

  async keep(job: Job, result: JobResult): Promise<void> {
    try {
      await mkdir(this.folder, { recursive: true })
    } catch (error) {
      throw fileProblem(this.folder, error)
    }
    const { method, settings, seed, order, clusters } = job
    const about = { method, settings, seed, order, clusters }
    await writeAtomically(this.path(job), `${JSON.stringify({ job: about, result })}\n`)
  }

  private path(job: Job): string {
    const { data, ...rest } = job
    // The checksum stands for the file; where it lies does not matter.
    const source = data.kind === 'file' ? data.checksum : data
    const key = createHash('sha256')
      .update(JSON.stringify({ version, source, ...rest }))
      .digest('hex')
    return join(this.folder, `${job.method}-${key.slice(0, 16)}.json`)
  }
}
