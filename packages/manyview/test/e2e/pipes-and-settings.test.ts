import { existsSync, readFileSync } from 'node:fs'
import { accuracy } from '@manyview/core/metrics'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { blobs, csv, npy } from './blobs.ts'
import { Workplace } from './command.ts'

const { first, second, labels } = blobs(60, 3)
const kmeans = ['--method', 'kmeans']
const column = (text: string) =>
  text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[1])

let place: Workplace
beforeEach(() => {
  place = new Workplace()
  place.file('a.csv', csv(first))
})
afterEach(() => place.remove())

describe('manyview fit in a pipe', () => {
  it('reads CSV or NPY from stdin and writes labels, and nothing else, to stdout', async () => {
    for (const input of [csv(first), npy(first)]) {
      const { ended } = place.start(['fit', '-', '-k', '3', ...kmeans, '--out', '-'], { input })
      const { code, stdout, stderr } = await ended
      expect(stderr).toBe('')
      expect(code).toBe(0)
      expect(stdout.split('\n')[0]).toBe('id,cluster,name,outlier_score')
      expect(accuracy(labels, column(stdout))).toBe(1)
    }
  })

  it('takes stdin as one view beside files', async () => {
    const { ended } = place.start(['fit', 'a.csv', '-', '-k', '3', ...kmeans, '--json'], { input: npy(second) })
    expect(JSON.parse((await ended).stdout).views.map((view: { name: string }) => view.name)).toEqual(['a', 'stdin'])
  })

  it('writes labels to a file, too', async () => {
    await place.run('fit', 'a.csv', '-k', '3', ...kmeans, '--out', 'new/labels.csv', '--out', 'out', '--quiet')
    expect(readFileSync(place.path('new/labels.csv'), 'utf8')).toBe(readFileSync(place.path('out/labels.csv'), 'utf8'))
  })

  it('refuses an empty stdin, stdin twice, and labels and JSON on one stdout', async () => {
    const refusals: [string[], RegExp][] = [
      [['fit', '-', '-k', '3'], /^manyview: stdin: [^\n]+\n$/],
      [['fit', '-', '-', '-k', '3'], /^manyview: -: is given more than once[^\n]+\n$/],
      [['fit', 'a.csv', '-k', '3', '--json', '--out', '-'], /^manyview: --out: [^\n]+\n$/],
    ]
    for (const [args, message] of refusals) {
      const { code, stdout, stderr } = await place.start(args, { input: '' }).ended
      expect(stderr).toMatch(message)
      expect(stdout).toBe('')
      expect(code).toBe(1)
    }
  })
})

describe('stdout that cannot be written', () => {
  const full = existsSync('/dev/full')
  const why = full ? '' : ' (skipped: this system has no /dev/full)'

  it.skipIf(!full)(`ends the command with one line and status 1${why}`, async () => {
    for (const words of [['--help'], ['fit', 'a.csv', '-k', '3', ...kmeans]]) {
      const { code, stderr } = await place.start(words, { stdout: '/dev/full' }).ended
      expect(stderr).toMatch(/^manyview: stdout: cannot be written \(ENOSPC[^\n]+\n$/)
      expect(code).toBe(1)
    }
  })
})

describe('manyview.json', () => {
  const settings = (value: unknown) => place.file('manyview.json', JSON.stringify(value))

  it('sets what flags do not, and flags win', async () => {
    settings({ files: ['a.csv'], clusters: 3, method: 'kmeans', seed: 4, set: { restarts: 3, maxIterations: 50 } })
    const { stdout, stderr } = await place.run('fit', '--seed', '9', '--set', 'restarts=2', '--json')
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toMatchObject({ clusters: 3, seed: 9, options: { restarts: 2, maxIterations: 50 } })
  })

  it('does not give the options of one method to another', async () => {
    settings({ method: 'dstl', set: { lambda1: 1 } })
    const { code, stdout } = await place.run('fit', 'a.csv', '-k', '3', ...kmeans, '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout).options).not.toHaveProperty('lambda1')
  })

  it('can be another file', async () => {
    settings({ clusters: 2 })
    place.file('other.json', JSON.stringify({ clusters: 3, method: 'kmeans' }))
    expect(JSON.parse((await place.run('fit', 'a.csv', '--settings', 'other.json', '--json')).stdout).clusters).toBe(3)
  })

  it('is refused in one line when it is wrong', async () => {
    const wrong: [string, RegExp][] = [
      ['{', /manyview\.json: is not JSON/],
      ['[]', /manyview\.json: is not an object/],
      ['{"cluster": 3}', /there is no setting "cluster", did you mean "clusters"\?/],
      ['{"clusters": "three"}', /clusters is "three", give /],
      ['{"clusters": 0}', /clusters is 0, give /],
      ['{"report": false}', /"report" is now part of "write", give "write": "none"/],
      [`{"clusters": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`, /clusters is a list, give /],
    ]
    for (const [text, message] of wrong) {
      place.file('manyview.json', text)
      const { code, stderr } = await place.run('fit', 'a.csv', '-k', '3', '--out', 'never')
      expect(stderr).toMatch(/^manyview: [^\n]+\n$/)
      expect(stderr).toMatch(message)
      expect(code).toBe(1)
    }
    expect(existsSync(place.path('never'))).toBe(false)
  })
})
