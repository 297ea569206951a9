import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { blobs, npy } from './blobs.ts'
import { hasMpirun, processOfRank, startRanks } from './mpirun.ts'
import { workplace } from './workplace.ts'

const place = workplace()
const fit = ['fit', 'a.npy', 'b.npy', '-k', '4', '--set', 'sample=200', '--threads', '1', '--write', 'none', '--quiet']
const keep = ['--checkpoint', 'kept,0', '--out', 'resumed']
const labelsIn = (folder: string) => readFileSync(place.path(`${folder}/labels.csv`), 'utf8')

beforeAll(() => {
  // Enough samples that no rank gathers all graphs.
  const { first, second } = blobs(800, 4, 6)
  place.file('a.npy', npy(first))
  place.file('b.npy', npy(second))
})

describe.skipIf(!hasMpirun)('checkpoints of the default method over MPI (skipped where there is no mpirun)', () => {
  it('let it go on after kills, on 3, 2 and 1 ranks, to the labels of one process', async () => {
    expect(await place.run(...fit, '--out', 'undisturbed')).toMatchObject({ code: 0 })
    for (const ranks of [2, 3]) {
      const { child, ended } = startRanks(ranks, [...fit, ...keep], { folder: place.folder })
      const before = stage()
      while (child.exitCode === null && stage() === before) await pause(5)
      const victim = processOfRank(child.pid!, ranks - 1)
      if (victim !== null) process.kill(victim, 'SIGKILL')
      expect((await ended).code).not.toBe(0)
      expect(existsSync(place.path('resumed/labels.csv'))).toBe(false)
    }
    expect(stage()).toBeGreaterThan(1)
    expect(await place.run(...fit, ...keep)).toMatchObject({ code: 0, stderr: '' })
    expect(labelsIn('resumed')).toBe(labelsIn('undisturbed'))
    expect(existsSync(place.path('kept/manyview-checkpoint/checkpoint.json'))).toBe(false)
  })
})

/** Stages that the checkpoint knows of; 0 without one. */
function stage(): number {
  try {
    return JSON.parse(readFileSync(place.path('kept/manyview-checkpoint/checkpoint.json'), 'utf8')).manifest.iteration
  } catch {
    return 0
  }
}
