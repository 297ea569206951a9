import { describe, expect, it } from 'vitest'
import type { Job, JobResult } from '../../src/experiments/job.ts'
import { type Planned, runAll } from '../../src/experiments/run-all.ts'
import { small } from './in-process.ts'

const planned = (method: string, seed = 0): Planned => ({
  job: { data: small, truth: null, clusters: 3, method, settings: [{}], seed, order: 'stored', keep: [] },
  group: method,
})
const done = (seconds: number): JobResult => ({
  status: 'done',
  outcomes: [
    {
      settings: {},
      scores: null,
      explained: null,
      seconds,
      filledClusters: 3,
      iterations: 1,
      converged: true,
      change: null,
      warnings: [],
    },
  ],
  peakMemory: 1,
})
const limits = { threads: 2, memoryLimit: 100, timeLimit: 10 }

describe('runAll(jobs)', () => {
  it('gives the results in the order of the jobs, whichever ends first, and never runs more than `threads` at a time', async () => {
    let running = 0
    let most = 0
    const run = async (job: Job) => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, job.seed === 0 ? 30 : 1))
      running--
      return done(job.seed)
    }
    const results = await runAll(
      [0, 1, 2, 3, 4].map((seed) => planned('a', seed)),
      { ...limits, run },
    )
    expect(results.map((result) => (result.status === 'done' ? result.outcomes[0].seconds : null))).toEqual([
      0, 1, 2, 3, 4,
    ])
    expect(most).toBe(2)
  })

  it('runs a job that needs more than its share alone, with all the memory, and refuses one that needs more than there is', async () => {
    const shares: [string, number][] = []
    const run = async (job: Job, { memoryLimit }: { memoryLimit: number }): Promise<JobResult> => {
      shares.push([job.method, memoryLimit])
      const bytes = { small: 10, large: 80, huge: 500 }[job.method]!
      return bytes <= memoryLimit ? done(1) : { status: 'out of memory', message: '', bytes, memoryLimit }
    }
    const results = await runAll(
      ['large', 'small', 'huge'].map((name) => planned(name)),
      { ...limits, run },
    )
    expect(results.map(({ status }) => status)).toEqual(['done', 'done', 'out of memory'])
    expect(shares).toEqual([
      ['large', 50],
      ['small', 50],
      ['huge', 50],
      ['large', 100],
    ])
  })

  it('does not begin the rest of a group once one of it takes too long', async () => {
    const begun: string[] = []
    const run = async (job: Job): Promise<JobResult> => {
      begun.push(`${job.method} ${job.seed}`)
      return job.method === 'slow' ? { status: 'too long', estimate: 99, timeLimit: 10, outcomes: [] } : done(1)
    }
    const jobs = [planned('slow', 0), planned('slow', 1), planned('quick', 0)]
    const results = await runAll(jobs, { ...limits, threads: 1, run })
    expect(begun).toEqual(['slow 0', 'quick 0'])
    expect(results.map(({ status }) => status)).toEqual(['too long', 'too long', 'done'])
  })

  it('goes on when a job fails, and stops when it is told to', async () => {
    const run = async (job: Job): Promise<JobResult> =>
      job.method === 'bad' ? { status: 'failed', message: 'no', code: null } : done(1)
    const failures: string[] = []
    const onFailure = ({ group }: Planned, problem: string) => failures.push(`${group}: ${problem}`)
    const results = await runAll([planned('bad'), planned('good')], { ...limits, run, onFailure })
    expect(results.map(({ status }) => status)).toEqual(['failed', 'done'])
    expect(failures).toEqual(['bad: failed: no'])
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(runAll([planned('good')], { ...limits, run, signal })).rejects.toThrow('enough')
  })
})
