import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dstl, MpiPlace, rightOn } from './mpi-place.ts'
import { hasMpirun, processOfRank, startRanks } from './mpirun.ts'

const program = fileURLToPath(new URL('./ranks-program.mjs', import.meta.url))
const place = new MpiPlace()
const over = place.over.bind(place)
const labelsIn = place.labelsIn.bind(place)
afterAll(() => place.remove())

describe.skipIf(!hasMpirun)('fit over MPI (skipped where there is no mpirun)', () => {
  beforeAll(async () => {
    expect(await place.run('fit', 'a.npy', 'b.npy', ...dstl, '--out', 'alone')).toMatchObject({ code: 0 })
  })

  it.each([1, 3])("adds in the order of the ranks and finds DSTL's factors within 1e-9 on %i ranks", async (size) => {
    const { stdout, stderr } = await startRanks(size, [], { folder: place.folder, program }).ended
    expect(stderr).toBe('')
    const found = JSON.parse(stdout)
    expect(found).toMatchObject(rightOn(size))
    expect(found.factors).toBeLessThan(1e-9)
  })

  it('gives the labels of one process on 2 and 3 ranks, and the same bytes again', async () => {
    for (const [ranks, out] of [
      [2, 'two'],
      [3, 'three'],
      [3, 'again'],
    ] as const)
      expect(
        await over(ranks, ['fit', 'a.npy', 'b.npy', ...dstl, '--write', 'report,npy', '--out', out]),
      ).toMatchObject({
        code: 0,
        stderr: '',
      })
    expect(labelsIn('two')).toBe(labelsIn('alone'))
    expect(labelsIn('three')).toBe(labelsIn('alone'))
    expect(readFileSync(place.path('again/memberships.npy'))).toEqual(readFileSync(place.path('three/memberships.npy')))
    expect(
      new Set(
        labelsIn('alone')
          .split('\n')
          .slice(1, -1)
          .map((line) => line.split(',')[1]),
      ).size,
    ).toBe(3)
  })

  it('reads CSV by bytes and Parquet by row groups, and hands out what cannot be split with a warning', async () => {
    await over(3, ['fit', 'a.csv', 'b.parquet', '--kind', 'note=none', ...dstl, '--out', 'parts'])
    expect(labelsIn('parts')).toBe(labelsIn('alone'))
    expect(JSON.parse(readFileSync(place.path('parts/clustering.json'), 'utf8')).warnings.join()).not.toContain(
      'rank 0',
    )
    await over(2, ['fit', 'a.npy', 'b.json', ...dstl, '--out', 'whole'])
    expect(labelsIn('whole')).toBe(labelsIn('alone'))
    const { warnings } = JSON.parse(readFileSync(place.path('whole/clustering.json'), 'utf8'))
    expect(warnings.join()).toContain('b.json (json) cannot be read in parts: rank 0 read everything')
  })

  it('explains what ranks found with their own samples only, in the words of one process', async () => {
    const reported = ['fit', 'a.npy', 'b.npy', ...dstl.filter((flag) => flag !== '--write' && flag !== 'none')]
    await place.run(...reported, '--out', 'told-alone')
    expect(await over(2, [...reported, '--out', 'told'])).toMatchObject({ code: 0, stderr: '' })
    for (const name of ['labels.csv', 'clusters.csv', 'features.csv', 'views.csv'])
      expect(readFileSync(place.path(`told/${name}`), 'utf8')).toBe(
        readFileSync(place.path(`told-alone/${name}`), 'utf8'),
      )
    expect(readFileSync(place.path('told/report.html'), 'utf8')).toContain('<svg')
    expect(existsSync(place.path('told/memberships.npy'))).toBe(false)
  })

  it('shares out the runs of a comparison', async () => {
    const compare = [
      'compare',
      'a.npy',
      'b.npy',
      '-k',
      '3',
      '--methods',
      'kmeans,spectral',
      '-r',
      '2',
      '--threads',
      '1',
    ]
    await place.run(...compare, '--format', 'csv', '--out', 'compared-alone')
    const { code, stdout } = await over(2, [...compare, '--format', 'csv', '--out', 'compared'])
    expect(code).toBe(0)
    const scores = (text: string) => text.split('\n').map((line) => line.split(',').slice(0, 20).join())
    expect(scores(stdout)).toEqual(scores(readFileSync(place.path('compared-alone/comparison.csv'), 'utf8')))
    expect(readFileSync(place.path('compared/comparison.csv'), 'utf8')).toBe(stdout)
  })

  it('says once what all ranks find wrong', async () => {
    const { code, stderr } = await over(2, ['fit', 'missing.npy', ...dstl])
    expect(code).not.toBe(0)
    expect(stderr.match(/manyview:/g)).toHaveLength(1)
    expect(stderr).toContain('missing.npy: there is no such file')
  })

  it('ends when a rank is killed, and goes on from the checkpoint on another number of ranks', async () => {
    const long = ['fit', 'a.npy', 'b.npy', ...dstl, '--set', 'tolerance=0', '--set', 'maxIterations=400']
    const keep = ['--checkpoint', 'kept,0', '--out', 'resumed']
    const undisturbed = await place.run(...long, '--out', 'undisturbed')
    expect(undisturbed.code).toBe(0)
    for (const ranks of [2, 3, 2]) {
      const { child, ended } = startRanks(ranks, [...long, ...keep], { folder: place.folder })
      const before = checkpoint()
      while (child.exitCode === null && checkpoint() === before) await pause(20)
      const victim = processOfRank(child.pid!, ranks - 1)
      if (victim !== null) process.kill(victim, 'SIGKILL')
      const { code } = await ended
      expect(code).not.toBe(0)
      expect(existsSync(place.path('resumed/labels.csv'))).toBe(false)
    }
    const other = await over(2, [...long, ...keep, '--seed', '9'])
    expect(other.stderr).toContain('holds the checkpoint of another fit')
    expect(await over(3, [...long, '--checkpoint', 'kept', '--out', 'resumed'])).toMatchObject({ code: 0, stderr: '' })
    expect(labelsIn('resumed')).toBe(labelsIn('undisturbed'))
    expect(existsSync(place.path('kept/manyview-checkpoint/checkpoint.json'))).toBe(false)
  })
})

/** The iteration of the checkpoint; 0 without one. */
function checkpoint(): number {
  try {
    return JSON.parse(readFileSync(place.path('kept/manyview-checkpoint/checkpoint.json'), 'utf8')).manifest.iteration
  } catch {
    return 0
  }
}
