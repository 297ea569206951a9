import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Job, JobResult } from '../../src/experiments/job.ts'
import { RunStore } from '../../src/experiments/run-store.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { small } from './in-process.ts'

const folder = temporaryFolder()

const job: Job = {
  data: { kind: 'file', path: '/one/place', checksum: 'abc' },
  truth: null,
  clusters: 3,
  method: 'dstl',
  settings: [{ lambda1: 1 }],
  seed: 0,
  order: { shuffled: 1 },
  keep: [],
}
const result: JobResult = { status: 'done', outcomes: [], peakMemory: 5 }

describe('RunStore', () => {
  it('finds the result of the same job, wherever its data lie, and of no other', async () => {
    const store = new RunStore(folder, true)
    await store.keep(job, result)
    expect(await store.find(job, 1, 1)).toEqual(result)
    expect(await store.find({ ...job, data: { kind: 'file', path: '/elsewhere', checksum: 'abc' } }, 1, 1)).toEqual(
      result,
    )
    const others: Partial<Job>[] = [
      { data: { kind: 'file', path: '/one/place', checksum: 'abd' } },
      { data: small },
      { seed: 1 },
      { order: 'stored' },
      { clusters: 4 },
      { settings: [{ lambda1: 2 }] },
      { truth: [0, 1] },
      { keep: ['labels'] },
    ]
    for (const other of others) expect(await store.find({ ...job, ...other }, 1, 1), JSON.stringify(other)).toBe(null)
  })

  it('takes nothing when it is not to reuse, and nothing from a file that is cut short', async () => {
    expect(await new RunStore(folder, false).find(job, 1, 1)).toBe(null)
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), '{"job":')
    expect(await new RunStore(folder, true).find(job, 1, 1)).toBe(null)
  })

  it('tries again what a limit stopped once the limit is higher', async () => {
    const store = new RunStore(folder, true)
    await store.keep(job, { status: 'too long', estimate: 500, timeLimit: 60, outcomes: [] })
    expect((await store.find(job, 1, 60))?.status).toBe('too long')
    expect(await store.find(job, 1, 61)).toBe(null)
    await store.keep(job, { status: 'out of memory', message: '', bytes: 900, memoryLimit: 100 })
    expect((await store.find(job, 100, 1))?.status).toBe('out of memory')
    expect(await store.find(job, 101, 1)).toBe(null)
  })
})
