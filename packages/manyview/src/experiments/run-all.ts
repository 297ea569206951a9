import type { Ranks } from '@manyview/core/runtime'
import { singleProcess } from '@manyview/core/runtime'
import { allTexts } from '@manyview/formats'
import type { Job, JobResult } from './job.ts'
import { type ChildOptions, runInChild } from './run-in-child.ts'
import { hasFailed, problemOf } from './run-problem.ts'
import type { RunStore } from './run-store.ts'

/** A job and the group it belongs to: when one job of a group takes too long, the rest of the group is not begun. */
export interface Planned {
  job: Job
  group: string
}

/** How many jobs are done, by how many processes, within which limits. */
export interface RunAllOptions {
  /** Jobs at a time. */
  threads: number
  /** Bytes for all jobs at a time. */
  memoryLimit: number
  /** Seconds a job. */
  timeLimit: number
  store?: RunStore
  signal?: AbortSignal
  /** Called whenever a job ends or begins. */
  onProgress?: (done: number, total: number, running: string) => void
  /** How a job is done; a child process by default. */
  run?: (job: Job, options: ChildOptions) => Promise<JobResult>
  /** Processes that share the jobs, this one alone by default: rank r does jobs r, r + size, …, and all get all results. */
  ranks?: Ranks
  /** Called at the end for every job that failed, on every rank. */
  onFailure?: (job: Planned, problem: string) => void
}

/**
 * Does all jobs, `threads` at a time, and gives back their results in the order of the jobs. Each job at first gets its share of the memory; one that says that it
 * needs more, but not more than there is, runs again alone afterwards. A job that fails does not stop the rest.
 */
export async function runAll(planned: readonly Planned[], options: RunAllOptions): Promise<JobResult[]> {
  const { threads, memoryLimit, timeLimit, store, signal, onProgress, onFailure, run = runInChild } = options
  const { ranks = singleProcess } = options
  const rankJobs = Array.from(planned.keys()).filter((index) => index % ranks.size === ranks.rank)
  const results = new Array<JobResult>(planned.length)
  const tooLong = new Map<string, JobResult>()
  const alone: number[] = []
  let done = 0

  const perform = async (index: number, share: number): Promise<void> => {
    const { job, group } = planned[index]
    signal?.throwIfAborted()
    let result = (await store?.find(job, memoryLimit, timeLimit)) ?? tooLong.get(group) ?? null
    if (!result) {
      onProgress?.(done, rankJobs.length, group)
      result = await run(job, { memoryLimit: share, timeLimit, signal })
      if (result.status === 'out of memory' && share < memoryLimit && (result.bytes ?? 0) <= memoryLimit) {
        alone.push(index)
        return
      }
      if (result.status !== 'failed') await store?.keep(job, result)
    }
    if (result.status === 'too long') tooLong.set(group, { ...result, outcomes: [] })
    results[index] = result
    onProgress?.(++done, rankJobs.length, group)
  }

  const all = async (indices: readonly number[], workers: number): Promise<void> => {
    let next = 0
    const lane = async () => {
      while (next < indices.length) await perform(indices[next++], memoryLimit / workers)
    }
    const lanes = await Promise.allSettled(Array.from({ length: workers }, lane))
    for (const outcome of lanes) if (outcome.status === 'rejected') throw outcome.reason
  }
  await all(rankJobs, threads)
  await all(alone, 1)
  const allResults = ranks.size === 1 ? results : resultsOfAll(results, ranks)
  if (onFailure)
    for (const [index, result] of allResults.entries())
      if (hasFailed(result)) onFailure(planned[index], problemOf([result])!)
  return allResults
}

/** The results that the ranks have found, on every rank. */
function resultsOfAll(results: readonly JobResult[], ranks: Ranks): JobResult[] {
  const texts = results.flatMap((result, index) => (result ? [JSON.stringify({ index, result })] : []))
  const all: JobResult[] = []
  for (const text of allTexts(ranks, texts)) {
    const { index, result } = JSON.parse(text) as { index: number; result: JobResult }
    all[index] = result
  }
  return all
}
