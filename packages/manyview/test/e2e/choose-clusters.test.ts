import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { blobs, csv, npy } from './blobs.ts'
import { workplace } from './workplace.ts'

const place = workplace()

const { first, second } = blobs(60, 3)
place.file('a.csv', csv(first))
place.file('b.npy', npy(second))

describe('manyview fit --clusters auto', () => {
  it('prints the numbers that score highest and the reason, and keeps both', async () => {
    const { code, stdout } = await place.run('fit', 'a.csv', 'b.npy', '--clusters', 'auto', '--out', 'run')
    expect(code).toBe(0)
    expect(stdout).toMatch(/number of clusters {2}chosen: 3\n/)
    expect(stdout).toMatch(/3 clusters fit best of 2 to \d+\. Separate clusterings agree [01]\.\d\d of 1/)
    expect(stdout).toMatch(/3 clusters by consensus/)
    const { clusters, choice } = JSON.parse(readFileSync(place.path('run/clustering.json'), 'utf8'))
    expect([clusters, choice.clusters, choice.candidates[0].clusters]).toEqual([3, 3, 3])
    expect(readFileSync(place.path('run/report.html'), 'utf8')).toContain('<h2>Number of clusters</h2>')
  })

  it('tries what a range says, also from a settings file and for another method', async () => {
    place.file('range.json', '{ "clusters": "2..4" }')
    const args = ['fit', 'a.csv', 'b.npy', '--settings', 'range.json', '--method', 'kmeans', '--json']
    const { clusters, method, choice } = JSON.parse((await place.run(...args)).stdout)
    expect([clusters, method]).toEqual([3, 'kmeans'])
    expect(choice.candidates.map((each: { clusters: number }) => each.clusters).sort()).toEqual([2, 3, 4])
  })

  it('is refused in one line where it cannot be meant', async () => {
    place.file('wrong.json', '{ "clusters": "some" }')
    const wrong: [string[], RegExp][] = [
      [
        ['fit', 'a.csv', '-k', 'abc'],
        /--clusters: is "abc", give a whole number of at least 1, a range such as 2\.\.40, or auto/,
      ],
      [['fit', 'a.csv', '-k', '5..2'], /--clusters: is "5\.\.2", give/],
      [['fit', 'a.csv', '-k', '2..61'], /--clusters: is 61 but there are only 60 samples, give at most 60/],
      [['fit', 'a.csv', '--settings', 'wrong.json'], /wrong\.json: clusters is "some", give a whole number/],
      [['compare', 'a.csv', '-k', 'auto'], /--clusters: is "auto", give a whole number of at least 1/],
      [['audit', 'a.csv', '-k', '2..4'], /--clusters: is "2\.\.4", give a whole number of at least 1/],
    ]
    for (const [args, message] of wrong) {
      const { code, stderr } = await place.run(...args)
      expect(stderr).toMatch(/^manyview: [^\n]+\n$/)
      expect(stderr).toMatch(message)
      expect(code).toBe(1)
    }
  })
})
