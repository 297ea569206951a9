import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blobs, csv, npy } from './blobs.ts'
import { Workplace } from './command.ts'
import { hasMpirun, processOfRank, startRanks } from './mpirun.ts'

const program = fileURLToPath(new URL('./ranks-program.mjs', import.meta.url))
const place = new Workplace()
const dstl = ['-k', '3', '--method', 'dstl', '--set', 'lambda2=0.1', '--threads', '1', '--no-report', '--quiet']
const over = (ranks: number, args: readonly string[]) => startRanks(ranks, args, { folder: place.folder }).ended
const labelsIn = (folder: string) => readFileSync(place.path(`${folder}/labels.csv`), 'utf8')

beforeAll(async () => {
  const { first, second, labels } = blobs(201, 3, 6)
  const sorted = labels.map((label, i) => ({ label, i })).sort((a, b) => a.label - b.label)
  // Around zero, so that samples of different clusters point in different directions.
  const inOrder = (rows: number[][]) => sorted.map(({ i }) => rows[i].map((value) => value - 30))
  const [a, b] = [inOrder(first), inOrder(second)]
  place.file('a.npy', npy(a))
  place.file('b.npy', npy(b))
  place.file('broken.npy', npy(b.map((row, i) => (i === 200 ? [Number.NaN, ...row.slice(1)] : row))))
  const names = a[0].map((_, j) => `feature ${j}`)
  // Notes with line breaks within quotes: a rank's share of the bytes may begin inside one.
  const notes = a.map((_, i) => `"note ${i},\nwith ""two"" lines"`)
  place.file('a.csv', csv([[...names, 'note'], ...a.map((row, i) => [...row, notes[i]])]))
  const columns = names.map((name, j) => ({ name, data: b.map((row) => row[j]), type: 'DOUBLE' as const }))
  place.file('b.parquet', new Uint8Array(parquetWriteBuffer({ columnData: columns, rowGroupSize: 40 })))
  place.file('b.json', JSON.stringify(b.map((row) => Object.fromEntries(row.map((value, j) => [names[j], value])))))
})
afterAll(() => place.remove())

describe.skipIf(!hasMpirun)('fit over MPI (skipped where there is no mpirun)', () => {
  it.each([1, 2, 3])(
    "adds in the order of the ranks and finds DSTL's factors within 1e-9 on %i ranks",
    async (size) => {
      const { stdout, stderr } = await startRanks(size, [], { folder: place.folder, program }).ended
      expect(stderr).toBe('')
      const found = JSON.parse(stdout)
      const each = Array.from({ length: size }, (_, rank) => rank)
      expect(found).toMatchObject({
        size,
        broadcast: [7, 7, 7, 7, 7],
        sums: [1, 1, 1],
        gathered: each.flatMap((rank) => Array.from({ length: rank + 1 }, () => rank)),
        allGathered: each,
        allToAll: each.map((rank) => 10 * rank),
        sameLabels: true,
      })
      expect(found.factors).toBeLessThan(1e-9)
    },
  )

  it('gives the labels of one process on 2 and 3 ranks, and the same bytes again', async () => {
    const alone = await place.run('fit', 'a.npy', 'b.npy', ...dstl, '--out', 'alone')
    expect(alone.code).toBe(0)
    for (const [ranks, out] of [
      [2, 'two'],
      [3, 'three'],
      [3, 'again'],
    ] as const)
      expect(await over(ranks, ['fit', 'a.npy', 'b.npy', ...dstl, '--format', 'npy', '--out', out])).toMatchObject({
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
    await over(3, ['fit', 'a.csv', 'b.parquet', ...dstl, '--out', 'parts'])
    expect(labelsIn('parts')).toBe(labelsIn('alone'))
    expect(JSON.parse(readFileSync(place.path('parts/clustering.json'), 'utf8')).warnings.join()).not.toContain(
      'rank 0',
    )
    await over(2, ['fit', 'a.npy', 'b.json', ...dstl, '--out', 'whole'])
    expect(labelsIn('whole')).toBe(labelsIn('alone'))
    const { warnings } = JSON.parse(readFileSync(place.path('whole/clustering.json'), 'utf8'))
    expect(warnings.join()).toContain('b.json (json) cannot be read in parts: rank 0 read everything')
  })

  it('shares out the default method, too, with the same bytes', async () => {
    const usual = ['fit', 'a.npy', 'b.npy', '-k', '3', '--threads', '1', '--quiet', '--format', 'npy']
    await place.run(...usual, '--out', 'usual-alone')
    await over(3, [...usual, '--out', 'usual'])
    for (const name of ['labels.csv', 'embedding.npy', 'memberships.npy'])
      expect(readFileSync(place.path(`usual/${name}`))).toEqual(readFileSync(place.path(`usual-alone/${name}`)))
    expect(existsSync(place.path('usual/report.html'))).toBe(true)
  })

  it('explains what ranks found with their own samples only, in the words of one process', async () => {
    const reported = ['fit', 'a.npy', 'b.npy', ...dstl.filter((flag) => flag !== '--no-report')]
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

  it('ends with one message that names the rank when only one rank meets something wrong, and writes nothing', async () => {
    const { code, stdout, stderr } = await over(3, ['fit', 'a.npy', 'broken.npy', ...dstl, '--out', 'none'])
    expect(code).not.toBe(0)
    expect(stdout).toBe('')
    expect(stderr.match(/manyview:/g)).toHaveLength(1)
    expect(stderr).toMatch(/^manyview: rank 2: .*broken/m)
    expect(existsSync(place.path('none/labels.csv'))).toBe(false)
  })

  it('says once what all ranks find wrong', async () => {
    const { code, stderr } = await over(2, ['fit', 'missing.npy', ...dstl])
    expect(code).not.toBe(0)
    expect(stderr.match(/manyview:/g)).toHaveLength(1)
    expect(stderr).toContain('missing.npy: there is no such file')
  })

  it('ends when a rank is killed, and goes on from the checkpoint on another number of ranks', async () => {
    const long = ['fit', 'a.npy', 'b.npy', ...dstl, '--set', 'tolerance=0', '--set', 'maxIterations=400']
    const keep = ['--checkpoint', 'kept', '--checkpoint-minutes', '0', '--out', 'resumed']
    const undisturbed = await place.run(...long, '--out', 'undisturbed')
    expect(undisturbed.code).toBe(0)
    let resume: string[] = []
    for (const ranks of [2, 3, 2]) {
      const { child, ended } = startRanks(ranks, [...long, ...keep, ...resume], { folder: place.folder })
      const before = checkpoint()
      while (child.exitCode === null && checkpoint() === before) await pause(20)
      const victim = processOfRank(child.pid!, ranks - 1)
      if (victim !== null) process.kill(victim, 'SIGKILL')
      const { code } = await ended
      expect(code).not.toBe(0)
      expect(existsSync(place.path('resumed/labels.csv'))).toBe(false)
      resume = ['--resume']
    }
    const refused = await over(2, [...long, ...keep])
    expect(refused.stderr).toContain('add --resume or give another folder')
    const last = [...long, ...keep, ...resume, '--checkpoint-minutes', '10']
    expect(await over(3, last)).toMatchObject({ code: 0, stderr: '' })
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
