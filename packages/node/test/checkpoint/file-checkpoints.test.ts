import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cluster } from '@manyview/core'
import { matrix, Random } from '@manyview/core/numerics'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FileCheckpoints } from '../../src/checkpoint/file-checkpoints.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'manyview-checkpoint-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const state = (iteration: number) => ({
  iteration,
  shared: { W: Float64Array.of(iteration, 2), C: Float64Array.of(3) },
  rows: matrix(3, 2, Float64Array.of(1, 2, 3, 4, 5, iteration)),
})
const resuming = () => new FileCheckpoints(folder, { resume: true })

describe('checkpoints in a folder', () => {
  it('give back what was saved last, and nothing where nothing was', () => {
    const first = new FileCheckpoints(folder)
    expect(first.load('task', 3)).toBeNull()
    first.save('task', state(1))
    first.save('task', state(2))
    expect(resuming().load('task', 3)).toEqual(state(2))
  })

  it('keep only the files of the last one, whatever a process that died left behind', () => {
    const first = new FileCheckpoints(folder)
    writeFileSync(join(folder, '.rows-9-0-3.f64.123.tmp'), 'half')
    writeFileSync(join(folder, 'notes.txt'), 'mine')
    first.save('task', state(1))
    first.save('task', state(2))
    expect(readdirSync(folder).sort()).toEqual(['checkpoint.json', 'notes.txt', 'rows-2-0-3.f64', 'shared-2.f64'])
    first.clear()
    expect(readdirSync(folder)).toEqual(['notes.txt'])
  })

  it('are refused without resume, for another task or other samples, and where a file is cut off', () => {
    new FileCheckpoints(folder).save('task', state(7))
    expect(() => new FileCheckpoints(folder).load('task', 3)).toThrow(
      'holds a checkpoint after iteration 7, add --resume',
    )
    expect(() => resuming().load('other', 3)).toThrow('holds the checkpoint of another fit')
    expect(() => resuming().load('task', 4)).toThrow('is of 3 samples, but there are 4')
    truncateSync(join(folder, 'rows-7-0-3.f64'), 20)
    expect(() => resuming().load('task', 3)).toThrow('the checkpoint is damaged')
  })

  it('are due after their minutes', () => {
    expect(new FileCheckpoints(folder, { minutes: 0 }).due()).toBe(true)
    expect(new FileCheckpoints(folder).due()).toBe(false)
  })

  it('let DSTL go on to the bytes of a run that was never stopped', async () => {
    const random = new Random(1)
    const view = (features: number) =>
      Array.from({ length: 60 }, (_, i) =>
        Array.from({ length: features }, (_, j) => random.uniform() - 0.5 + (Math.floor(i / 20) === j % 3 ? 2 : 0)),
      )
    const views = { a: view(5), b: view(2) }
    const options = { method: 'dstl', clusters: 3, lambda2: 0.05, tolerance: 0, maxIterations: 12 }
    const whole = await cluster(views, options)
    const stop = new AbortController()
    const onProgress = ({ iteration }: { iteration: number }) => {
      if (iteration === 7) stop.abort(new Error('stopped'))
    }
    const checkpoints = new FileCheckpoints(folder, { minutes: 0 })
    await expect(cluster(views, { ...options, checkpoints, onProgress, signal: stop.signal })).rejects.toThrow(
      'stopped',
    )
    const rest = await cluster(views, { ...options, checkpoints: resuming() })
    expect(rest.labels).toEqual(whole.labels)
    expect(rest.memberships).toEqual(whole.memberships)
    expect(rest.history).toEqual(whole.history)
    expect(rest.details).toEqual(whole.details)
  })
})
