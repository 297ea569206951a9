import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { blobs, csv } from './blobs.ts'
import { workplace } from './workplace.ts'

const place = workplace()

const { first, second } = blobs(60, 3)
place.file('a.csv', csv(first))
place.file('b.csv', csv(second))
place.file('names.txt', 'one\ntwo\nthree\n')
const read = (name: string) => readFileSync(place.path(name), 'utf8')
const labelsOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[1])

beforeAll(async () => {
  const args = ['fit', 'a.csv', 'b.csv', '-k', '3', '--outliers', '5%', '--names', 'names.txt', '--out', 'run']
  expect((await place.run(...args)).code).toBe(0)
})

describe('manyview cut', () => {
  it('gives other numbers of clusters, and the labels of the fit for its own', async () => {
    const { stdout } = await place.run('cut', 'run', '-k', '3', '--out', '-')
    expect(labelsOf(stdout)).toEqual(labelsOf(read('run/labels.csv')))
    const two = await place.run('cut', 'run/clustering.json', '-k', '2', '--out', 'two')
    expect(two.stdout).toMatch(/2 clusters cut from the tree of 3/)
    expect(new Set(labelsOf(read('two/labels.csv')).filter((label) => label !== '-1'))).toEqual(new Set(['0', '1']))
    expect((await place.run('cut', 'two', '-k', '4', '--out', '-')).code).toBe(0)
  })

  it('fits again with --exact: the labels and the files of "manyview fit" with that number', async () => {
    const fit = ['fit', 'a.csv', 'b.csv', '-k', '4', '--outliers', '5%', '--out', 'four']
    expect((await place.run(...fit)).code).toBe(0)
    const exact = ['cut', 'run', '-k', '4', '--exact', '--views', 'a.csv', 'b.csv', '--out', 'exact']
    expect((await place.run(...exact)).stdout).toMatch(/4 clusters fitted again/)
    expect(read('exact/labels.csv')).toBe(read('four/labels.csv'))
    expect(read('exact/tree.json')).toBe(read('four/tree.json'))
    expect(readdirSync(place.path('exact')).sort()).toEqual(readdirSync(place.path('four')).sort())
    expect((await place.run('cut', 'run', '-k', '4', '--exact')).stderr).toMatch(
      /--exact: needs the data, since clustering.json holds no scores and graphs: add --views FILES/,
    )
  })

  it('writes with --views the files that a fit writes', async () => {
    const { stdout } = await place.run('cut', 'run', '-k', '5', '--views', 'a.csv', 'b.csv', '--out', 'five')
    expect(stdout).toMatch(/A fit with this number is more accurate: add --exact/)
    expect(readdirSync(place.path('five')).sort()).toEqual(readdirSync(place.path('run')).sort())
  })

  it('is refused in one line beyond the tree and where there is none', async () => {
    expect((await place.run('cut', 'run', '-k', '50')).stderr).toMatch(
      /clusters: is 50 but the tree has from 1 to 9 clusters/,
    )
    expect((await place.run('cut', 'run')).stderr).toMatch(/--clusters: is missing/)
    await place.run('fit', 'a.csv', 'b.csv', '-k', '1', '--write', 'none', '--out', 'one')
    expect((await place.run('cut', 'one', '-k', '2')).stderr).toMatch(
      /has no tree, because it was fitted with 1 cluster/,
    )
  })
})

describe('what a fit writes beside the labels', () => {
  it('has the tree, the outliers and the names', () => {
    expect(labelsOf(read('run/labels.csv')).filter((label) => label === '-1').length).toBe(3)
    expect(read('run/labels.csv')).toMatch(/^id,cluster,name,confidence,outlier_score\n/)
    expect(read('run/tree.nwk')).toMatch(/^\(.*two.*;\n$/)
    expect(JSON.parse(read('run/tree.json')).nodes.at(-1).size).toBe(60)
    expect(read('run/clusters.csv')).toMatch(/\n0,one,/)
    expect(read('run/report.html')).toContain('id="cut"')
  })
})
