import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cluster } from '@manyview/core'
import { matrix, Random } from '@manyview/core/numerics'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FileCheckpoints } from '../../src/checkpoint/file-checkpoints.ts'
import { type Manifest, manifestText } from '../../src/checkpoint/manifest.ts'

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
const within = (name: string) => join(folder, 'manyview-checkpoint', name)
const resuming = () => new FileCheckpoints(folder)

describe('checkpoints in a folder', () => {
  it('give back what was saved last, and nothing where nothing was', () => {
    const first = new FileCheckpoints(folder)
    expect(first.load('task', 3)).toBeNull()
    first.save('task', state(1))
    first.save('task', state(2))
    expect(resuming().load('task', 3)).toEqual(state(2))
  })

  it('keep only the files of the last one, whatever a process that died left behind', () => {
    // Names that a checkpoint could give stay where they are not its own.
    for (const name of ['notes.txt', 'rows-1.csv', 'shared-data.npy', 'checkpoint.json'])
      writeFileSync(join(folder, name), 'mine')
    const before = readdirSync(folder)
    const first = new FileCheckpoints(folder)
    first.save('task', state(1))
    // A process that died while it wrote the second left its plan and a part of it.
    const next = { format: 'manyview checkpoint', files: ['rows-2-0-9.f64', '../notes.txt'] }
    writeFileSync(within('next.json'), JSON.stringify(next))
    writeFileSync(within('rows-2-0-9.f64'), 'half')
    const second = resuming()
    second.save('task', state(2))
    expect(readdirSync(within('.')).sort()).toEqual(['checkpoint.json', 'rows-2-0-3.f64', 'shared-2.f64'])
    second.clear()
    expect(readdirSync(folder)).toEqual(before)
  })

  it('are resumed where the process died before it had removed the files of the checkpoint before', () => {
    const first = new FileCheckpoints(folder)
    first.save('task', state(1))
    const old = ['rows-1-0-3.f64', 'shared-1.f64'].map((name) => [name, readFileSync(within(name))] as const)
    first.save('task', state(2))
    // What stands there between the new list and the end of the old files.
    const plan = {
      format: 'manyview checkpoint',
      files: ['rows-2-0-3.f64', 'shared-2.f64', ...old.map(([name]) => name)],
    }
    writeFileSync(within('next.json'), JSON.stringify(plan))
    for (const [name, bytes] of old) writeFileSync(within(name), bytes)
    const second = resuming()
    expect(second.load('task', 3)).toEqual(state(2))
    second.save('task', state(3))
    expect(readdirSync(within('.')).sort()).toEqual(['checkpoint.json', 'rows-3-0-3.f64', 'shared-3.f64'])
  })

  it('are refused for another task or other samples, and where a file is cut off', () => {
    new FileCheckpoints(folder).save('task', state(7))
    expect(() => resuming().load('other', 3)).toThrow('holds the checkpoint of another fit')
    expect(() => resuming().load('task', 4)).toThrow('is of 3 samples, but there are 4')
    truncateSync(within('rows-7-0-3.f64'), 20)
    expect(() => resuming().load('task', 3)).toThrow('rows-7-0-3.f64: is damaged')
  })

  it('are refused by the name of the file where a single bit changed', () => {
    for (const name of ['rows-7-0-3.f64', 'shared-7.f64', 'checkpoint.json']) {
      new FileCheckpoints(folder).save('task', state(7))
      const bytes = readFileSync(within(name))
      bytes[bytes.length >> 1] ^= 1
      writeFileSync(within(name), bytes)
      expect(() => resuming().load('task', 3)).toThrow(`${name}: is damaged`)
      rmSync(within('.'), { recursive: true })
    }
  })

  it.each([
    { name: 'an iteration that is a word', change: { iteration: 'x' } },
    { name: 'a file elsewhere', change: { shared: { file: '../../secret', sha256: '', lengths: [] } } },
    {
      name: 'rows that leave a gap',
      change: { rows: [{ file: 'rows-1.f64', sha256: '', begin: 1, end: 3, lists: [] }] },
    },
    { name: 'no rows', change: { rows: null } },
    { name: 'a negative length', change: { columns: -1 } },
  ])('are refused with $name, though the checksum is right', ({ change }) => {
    new FileCheckpoints(folder).save('task', state(7))
    const { manifest } = JSON.parse(readFileSync(within('checkpoint.json'), 'utf8'))
    writeFileSync(within('checkpoint.json'), manifestText({ ...manifest, ...change } as Manifest))
    expect(() => resuming().load('task', 3)).toThrow('checkpoint.json: is damaged')
  })

  it('are refused where the folder of a checkpoint holds other files', () => {
    new FileCheckpoints(folder).save('task', state(7))
    writeFileSync(within('photo.jpg'), 'mine')
    expect(() => resuming()).toThrow('has files that no checkpoint wrote')
  })

  it('leave the one before, and nothing of themselves, where they cannot be written', () => {
    const checkpoints = new FileCheckpoints(folder)
    checkpoints.save('task', state(1))
    // A folder in the way of the next file of shared values.
    mkdirSync(within('shared-2.f64'))
    expect(() => checkpoints.save('task', state(2))).toThrow('is a folder')
    rmdirSync(within('shared-2.f64'))
    expect(readdirSync(within('.')).sort()).toEqual(['checkpoint.json', 'rows-1-0-3.f64', 'shared-1.f64'])
    expect(resuming().load('task', 3)).toEqual(state(1))
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
    const options = { method: 'dstl' as const, clusters: 3, lambda2: 0.05, tolerance: 0, maxIterations: 12 }
    const whole = await cluster(views, options)
    const stop = new AbortController()
    const onProgress = ({ iteration }: { iteration: number }) => {
      if (iteration === 7) stop.abort(new Error('stopped'))
    }
    const checkpoints = new FileCheckpoints(folder, { minutes: 0 })
    await expect(
      cluster(views, { ...options, runtime: { checkpoints }, onProgress, signal: stop.signal }),
    ).rejects.toThrow('stopped')
    const rest = await cluster(views, { ...options, runtime: { checkpoints: resuming() } })
    expect(rest.labels).toEqual(whole.labels)
    expect(rest.memberships).toEqual(whole.memberships)
    expect(rest.history).toEqual(whole.history)
    expect(rest.details).toEqual(whole.details)
  })
})
