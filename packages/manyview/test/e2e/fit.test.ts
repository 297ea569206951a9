import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { accuracy } from '@manyview/core/metrics'
import { describe, expect, it } from 'vitest'
import { blobs, csv, npy } from './blobs.ts'
import { workplace } from './workplace.ts'

const place = workplace()

const { first, second, labels } = blobs(60, 3)
place.file('a.csv', csv(first))
place.file('b.npy', npy(second))
place.file('truth.txt', csv(labels.map((label) => [`class ${label}`])))
place.file('truth-by-id.csv', csv([['label', 'id'], ...labels.map((label, i) => [`c${label}`, i]).reverse()]))
const ids = labels.map((_, i) => `item ${i}`)
place.file('named.csv', csv([['id', 'x', 'y', 'z'], ...first.map((row, i) => [ids[i], ...row])]))

const labelsIn = (folder: string) =>
  readFileSync(place.path(`${folder}/labels.csv`), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','))

describe('manyview fit', () => {
  it('clusters one file per view and writes the labels in the order of the files', async () => {
    const { code, stdout, stderr } = await place.run('fit', 'a.csv', 'b.npy', '--clusters', '3', '--out', 'plain')
    expect(stderr).toBe('')
    expect(code).toBe(0)
    expect(stdout).toMatch(/60 samples, 2 views/)
    expect(stdout).toMatch(/3 clusters/)
    expect(stdout).toContain('plain/labels.csv')
    const rows = labelsIn('plain')
    expect(rows.map(([id]) => id)).toEqual(labels.map((_, i) => String(i)))
    expect(
      accuracy(
        labels,
        rows.map(([, label]) => label),
      ),
    ).toBe(1)
    const record = JSON.parse(readFileSync(place.path('plain/clustering.json'), 'utf8'))
    expect(record).toMatchObject({
      format: 'manyview clustering',
      version: 1,
      clusters: 3,
      seed: 0,
      samples: 60,
      scores: null,
    })
    expect(record.inputs.map((input: { name: string }) => input.name)).toEqual(['a.csv', 'b.npy'])
    expect(record.inputs[0].sha256).toMatch(/^[0-9a-f]{64}$/)
  })

  it('writes nothing without --out', async () => {
    const before = readdirSync(place.folder)
    expect((await place.run('fit', 'a.csv', 'b.npy', '-k', '3')).code).toBe(0)
    expect(readdirSync(place.folder)).toEqual(before)
  })

  it('prints exactly one object with --json', async () => {
    const { code, stdout, stderr } = await place.run('fit', 'a.csv', 'b.npy', '-k', '3', '--seed', '7', '--json')
    expect(code).toBe(0)
    expect(stderr).toBe('')
    expect(stdout.trim().split('\n').length).toBe(1)
    const result = JSON.parse(stdout)
    expect(result).toMatchObject({ seed: 7, samples: 60, clusters: 3, scores: null, converged: true })
    for (const key of ['method', 'options', 'iterations', 'objective', 'change', 'warnings'])
      expect(result).toHaveProperty(key)
    expect(result.views).toMatchObject([
      { name: 'a', features: 3 },
      { name: 'b', features: 3 },
    ])
    expect(result.secondsTotal).toBeGreaterThan(result.seconds)
  })

  it('scores against a label file, by position or by id, and gives the method the same data', async () => {
    for (const file of ['truth.txt', 'truth-by-id.csv']) {
      const { stdout } = await place.run(
        'fit',
        'a.csv',
        'b.npy',
        '-k',
        '3',
        '--labels',
        file,
        '--out',
        `by-${file.length}`,
        '--json',
      )
      const { scores } = JSON.parse(stdout)
      for (const name of ['acc', 'nmi', 'purity', 'ari', 'fscore'])
        expect(scores[name], `${file} ${name}`).toBeCloseTo(1, 12)
      expect(labelsIn(`by-${file.length}`)).toEqual(labelsIn('plain'))
    }
  })

  it('prints the scores for people', async () => {
    const { stdout } = await place.run('fit', 'a.csv', 'b.npy', '-k', '3', '--labels', 'truth.txt')
    expect(stdout).toMatch(/scores against truth\.txt/)
    expect(stdout).toMatch(/ACC 1\.0000/)
  })

  it('gives the same bytes twice', async () => {
    for (const out of ['once', 'twice'])
      await place.run('fit', 'a.csv', 'b.npy', '-k', '3', '--seed', '5', '--out', out)
    for (const name of ['labels.csv', 'clustering.json'])
      expect(readFileSync(place.path(`twice/${name}`), 'utf8')).toBe(readFileSync(place.path(`once/${name}`), 'utf8'))
  })

  it('restores the order of the samples after --shuffle', async () => {
    const { stdout } = await place.run(
      ...['fit', 'a.csv', 'b.npy', '-k', '3', '--shuffle', '4', '--labels', 'truth.txt', '--out', 'shuffled', '--json'],
    )
    expect(JSON.parse(stdout)).toMatchObject({ shuffle: 4, scores: { acc: 1 } })
    const rows = labelsIn('shuffled')
    expect(rows.map(([id]) => id)).toEqual(labels.map((_, i) => String(i)))
    expect(
      accuracy(
        labels,
        rows.map(([, label]) => label),
      ),
    ).toBe(1)
  })

  it('keeps the ids of the file', async () => {
    expect((await place.run('fit', 'named.csv', '-k', '3', '--out', 'named', '--quiet')).stdout).toBe('')
    expect(labelsIn('named').map(([id]) => id)).toEqual(ids)
  })

  it('passes --set on to the method and records it', async () => {
    const { stdout } = await place.run('fit', 'a.csv', '-k', '3', '--method', 'kmeans', '--set', 'restarts=2', '--json')
    expect(JSON.parse(stdout).options.restarts).toBe(2)
  })

  it('warns when the order of the samples matters to the method', async () => {
    const { stdout } = await place.run('fit', 'a.csv', 'b.npy', '-k', '3', '--method', 'dstl')
    expect(stdout).toMatch(/warning .*depend on the order of the samples/)
  })

  it('uses no colour unless asked, and none with NO_COLOR', async () => {
    const args = ['fit', 'a.csv', '-k', '3']
    const escapeCode = String.fromCharCode(27)
    expect((await place.run(...args)).stdout).not.toContain(escapeCode)
    const forced = await place.start(args, { environment: { FORCE_COLOR: '1' } }).ended
    expect(forced.stdout).toContain(escapeCode)
    const refused = await place.start(args, { environment: { FORCE_COLOR: '1', NO_COLOR: '1' } }).ended
    expect(refused.stdout).not.toContain(escapeCode)
  })
})

describe('manyview fit, interrupted', () => {
  const { first: many } = blobs(3000, 5, 40)
  place.file('long.csv', csv(many))

  it.each(['SIGINT', 'SIGTERM'] as const)('ends at %s with status 130 and writes nothing', async (name) => {
    const { child, ended } = place.start([
      'fit',
      'long.csv',
      '-k',
      '40',
      '-m',
      'kmeans',
      '--set',
      'restarts=10000',
      '--out',
      'interrupted',
    ])
    await new Promise((resolve) => child.stdout!.once('data', resolve))
    await new Promise((resolve) => setTimeout(resolve, 300))
    child.kill(name)
    const { code, stderr } = await ended
    expect(code).toBe(130)
    expect(stderr).toBe('manyview: interrupted, nothing was written\n')
    expect(existsSync(place.path('interrupted'))).toBe(false)
    expect(readdirSync(place.folder).filter((name) => name.startsWith('.'))).toEqual([])
  })
})
