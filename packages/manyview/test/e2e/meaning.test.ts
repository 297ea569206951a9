import { existsSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { blobs, csv } from './blobs.ts'
import { hasMpirun, startRanks } from './mpirun.ts'
import { workplace } from './workplace.ts'

const place = workplace()

/** 60 samples in three groups; sample 60 is sample 3 once more, and the last five lack the second view. */
const { first, second, labels } = blobs(60, 3)
const ids = [...Array.from({ length: 60 }, (_, i) => `s${i}`), 'copy']
const rows = (view: number[][]) => [...view, view[3]].map((row, i) => [ids[i], ...row])
const header = ['id', 'x', 'y', 'z']
place.file('a.csv', csv([header, ...rows(first)]))
place.file('b.csv', csv([header, ...rows(second).filter((_, i) => i < 55 || i === 60)]))
const stage = (label: number) => ['early', 'late', 'none'][label]
const clinical = [...labels, labels[3]].map((label, i) => [ids[i], stage(label), 40 + (i % 30)])
place.file('clinical.csv', csv([['id', 'stage', 'age'], ...clinical]))
const fit = ['fit', 'a.csv', 'b.csv', '--join', 'outer', '-k', '3', '--threads', '1', '--quiet']
const more = ['--outliers', '5%', '--metadata', 'clinical.csv']
const read = (name: string) => readFileSync(place.path(name), 'utf8')
const files = ['labels.csv', 'tree.json', 'tree.nwk', 'duplicates.csv', 'associations.csv', 'clusters.csv']

beforeAll(async () => {
  expect(await place.run(...fit, ...more, '--out', 'alone')).toMatchObject({ code: 0 })
})

describe('tree, outliers, copies and metadata of samples that lack views', () => {
  it('are written, and a cluster that goes with a category is called by it', () => {
    expect(read('alone/duplicates.csv')).toBe('group,first,second,kind,differs_in\n1,s3,copy,identical,\n')
    expect(read('alone/associations.csv')).toMatch(/stage/)
    const named = read('alone/clusters.csv')
    for (const name of ['early', 'late', 'none']) expect(named).toContain(`,${name}`)
    expect(read('alone/labels.csv').match(/,-1,/g)).toHaveLength(3)
  })

  it('are the same, byte for byte, with --stream', async () => {
    expect(await place.run(...fit, ...more, '--stream', '--out', 'streamed')).toMatchObject({ code: 0 })
    for (const name of files) expect(read(`streamed/${name}`)).toBe(read(`alone/${name}`))
  })

  it.skipIf(!hasMpirun)('are the same, byte for byte, on 2 ranks (skipped where there is no mpirun)', async () => {
    const { ended } = startRanks(2, [...fit, ...more, '--out', 'two'], { folder: place.folder })
    expect(await ended).toMatchObject({ code: 0 })
    for (const name of files) expect(read(`two/${name}`)).toBe(read(`alone/${name}`))
  })

  it('have a tree by k-means, too, and −1 for outliers in --json', async () => {
    const { stdout } = await place.run(
      ...['fit', 'a.csv', '-k', '4', '--method', 'kmeans', '--outliers', '5%'],
      ...['--json', 'labels', '--out', 'means'],
    )
    expect((JSON.parse(stdout).labels as number[]).filter((label) => label === -1)).toHaveLength(3)
    expect(existsSync(place.path('means/tree.json'))).toBe(true)
    expect((await place.run('cut', 'means', '-k', '2')).stdout).toMatch(/2 clusters cut from the tree of 4/)
  })
})

describe('metadata that cannot be used', () => {
  const refused = (lines: (string | number)[][], ...flags: string[]) => {
    place.file('bad.csv', csv(lines))
    return place.run(...fit, '--metadata', 'bad.csv', ...flags, '--write', 'none', '--out', 'bad')
  }

  it.each([
    [
      'unknown ids',
      [
        ['id', 'stage'],
        ['t1', 'early'],
        ['t2', 'late'],
      ],
      [],
      /bad\.csv/,
    ],
    [
      'ids that stand there twice',
      [
        ['id', 'stage'],
        ['s1', 'early'],
        ['s1', 'late'],
      ],
      [],
      /s1/,
    ],
    [
      'negative times',
      [['id', 'time', 'event'], ...ids.map((id, i) => [id, i === 4 ? -2 : i + 1, i % 2])],
      ['--kind', 'time=time', '--kind', 'event=event'],
      /-2|negative/,
    ],
  ])('is refused in one line: %s', async (_, lines, flags, message) => {
    const { code, stderr } = await refused(lines, ...flags)
    expect(code).toBe(1)
    expect(stderr).toMatch(message)
    expect(
      stderr
        .trim()
        .split('\n')
        .filter((line) => line.startsWith('manyview:')),
    ).toHaveLength(1)
  })

  it('is left out and named where a column has one level or no value', async () => {
    const lines = [['id', 'same', 'empty'], ...ids.map((id) => [id, 'x', 'NA'])]
    expect(await refused(lines)).toMatchObject({ code: 0 })
    const { associations } = JSON.parse(read('bad/clustering.json'))
    expect(associations.leftOut.map(({ column }: { column: string }) => column).sort()).toEqual(['empty', 'same'])
  })
})
