import { mkdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { blobs, csv, npy } from './blobs.ts'
import { workplace } from './workplace.ts'

const place = workplace()

const { first, second } = blobs(60, 3)
place.file('a.csv', csv(first))
place.file('b.npy', npy(second))
const fit = ['fit', 'a.csv', 'b.npy', '-k', '3']
const options = (stdout: string) => JSON.parse(stdout).options

describe('manyview fit --weight', () => {
  it('gives the weights to the method, and views without one count as 1', async () => {
    const { stdout, stderr } = await place.run(...fit, '--weight', 'a=2', '--weight', 'b=0.5', '--json')
    expect(stderr).toBe('')
    expect(options(stdout).viewWeights).toEqual({ a: 2, b: 0.5 })
    const same = await place.run(...fit, '--set', 'viewWeights=a=2,b=0.5', '--json')
    expect(options(same.stdout)).toEqual(options(stdout))
  })

  it('is refused in one line where it cannot be meant', async () => {
    const wrong: [string[], RegExp][] = [
      [['--weight', 'z=2'], /--weight: there is no view "z", the views are a, b/],
      [['--weight', 'a=many'], /--weight: is "many" for view "a", give a number of at least 0/],
      [['--weight', 'a=1', '--method', 'kmeans'], /--weight: method kmeans takes no weights/],
      [['--weight', 'a=1', '--set', 'viewWeights=b=2'], /--weight: cannot be used with --set viewWeights/],
    ]
    for (const [args, message] of wrong) {
      const { code, stderr } = await place.run(...fit, ...args)
      expect(stderr).toMatch(/^manyview: [^\n]+\n$/)
      expect(stderr).toMatch(message)
      expect(code).toBe(1)
    }
  })

  it('comes from the manifest where no flag says otherwise', async () => {
    mkdirSync(place.path('described'))
    place.file('described/a.csv', csv(first))
    place.file('described/b.npy', npy(second))
    place.file('described/views.json', '{"views": {"a": {"file": "a.csv", "weight": 3}, "b": "b.npy"}}')
    const weights = async (...args: string[]) =>
      options((await place.run('fit', 'described', '-k', '3', '--json', ...args)).stdout).viewWeights
    expect(await weights()).toEqual({ a: 3 })
    expect(await weights('--weight', 'b=2')).toEqual({ a: 3, b: 2 })
    expect(await weights('--weight', 'a=1')).toEqual({ a: 1 })
    expect(await weights('--set', 'viewWeights=b=5')).toEqual({ b: 5 })
    const { stdout } = await place.run('fit', 'described', '-k', '3', '--method', 'kmeans', '--json')
    expect(JSON.parse(stdout).warnings).toContain('the weights of the manifest are not used: method kmeans takes none')
  })
})

describe('--threads', () => {
  it('changes nothing in what is found', async () => {
    // Large enough that the ensemble of the default method is shared among threads.
    const large = blobs(2000, 6, 20)
    place.file('large-a.npy', npy(large.first))
    place.file('large-b.npy', npy(large.second))
    const files = ['labels.csv', 'clustering.json']
    const results: string[][] = []
    for (const threads of ['1', '2', '3']) {
      const { code, stderr } = await place.run(
        ...['fit', 'large-a.npy', 'large-b.npy', '-k', '6', '--threads', threads],
        ...['--write', 'none', '--out', `threads-${threads}`, '--quiet'],
      )
      expect(stderr).toBe('')
      expect(code).toBe(0)
      results.push(files.map((name) => readFileSync(place.path(`threads-${threads}/${name}`), 'utf8')))
    }
    expect(results[1]).toEqual(results[0])
    expect(results[2]).toEqual(results[0])
  })

  it('must be at least 1', async () => {
    expect((await place.run(...fit, '--threads', '0')).stderr).toMatch(
      /--threads: is 0, give a whole number of at least 1/,
    )
  })
})

describe('manyview fit --memory', () => {
  it('refuses a method that needs more, before it begins, and lets one through that does not', async () => {
    const { code, stderr } = await place.run(...fit, '--method', 'snf', '--memory', '10k')
    expect(stderr).toMatch(/^manyview: memory: [^\n]+ need [\d.]+ [kM]B but the limit is 10 kB[^\n]+\n$/)
    expect(code).toBe(1)
    expect((await place.run(...fit, '--method', 'snf', '--memory', '1GB')).code).toBe(0)
  })

  it('is read from manyview.json, too, and must be a size', async () => {
    place.file('manyview.json', '{"memory": "10k", "method": "snf"}')
    expect((await place.run(...fit)).stderr).toMatch(/need [\d.]+ [kM]B but the limit is 10 kB/)
    place.file('manyview.json', '{}')
    expect((await place.run(...fit, '--memory', 'much')).stderr).toMatch(/--memory: is "much", give a number of bytes/)
  })
})
