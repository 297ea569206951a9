import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { readDataset } from '@manyview/formats'
import { fileSource } from 'manyview/node'
import { describe, expect, it } from 'vitest'
import { blobs, csv, npy } from './blobs.ts'
import { workplace } from './workplace.ts'

const place = workplace()

const { first, second, labels } = blobs(60, 3)
const ids = labels.map((_, i) => `item ${i}`)
const table = csv([
  ['id', 'img_1', 'img_2', 'img_3', 'txt_1', 'txt_2', 'txt_3'],
  ...first.map((row, i) => [ids[i], ...row, ...second[i]]),
])
place.file('table.csv', table)
mkdirSync(place.path('folder'))
place.file('folder/a.csv', csv(first))
place.file('folder/b.npy', npy(second))
place.file('folder/notes.md', 'not data')
mkdirSync(place.path('described'))
place.file('described/table.csv', table)
const manifest = {
  views: {
    image: { file: 'table.csv', columns: 'img_' },
    text: { file: 'table.csv', columns: 'txt_', kind: 'numeric' },
  },
}
place.file('described/views.json', JSON.stringify(manifest))

const kmeans = ['-k', '3', '--method', 'kmeans']
const fitted = async (...args: string[]) => {
  const { code, stdout, stderr } = await place.run('fit', ...args, ...kmeans, '--json')
  expect(stderr).toBe('')
  expect(code).toBe(0)
  return JSON.parse(stdout)
}
const names = ({ views }: { views: { name: string }[] }) => views.map(({ name }) => name)

describe('manyview fit', () => {
  it('takes every data file of a folder as a view and says what it left out', async () => {
    expect(names(await fitted('folder'))).toEqual(['a', 'b'])
    expect((await place.run('fit', 'folder', ...kmeans)).stdout).toContain('left out, not data files: notes.md')
  })

  it('follows a manifest, given itself or by its folder', async () => {
    for (const path of ['described', 'described/views.json'])
      expect(names(await fitted(path))).toEqual(['image', 'text'])
  })

  it('makes several views of one table by the prefix or a list of its columns', async () => {
    const { views } = await fitted('table.csv', '--columns', 'image=img_', '--columns', 'text=txt_1,txt_3')
    expect(views).toMatchObject([
      { name: 'image', features: 3 },
      { name: 'text', features: 2 },
    ])
  })

  it('opens tables of features × samples with a clinical table, and --json labels carries labels and ids', async () => {
    const turned = (rows: readonly (readonly number[])[], name: string) =>
      csv([['', ...ids], ...rows[0].map((_, j) => [`${name} ${j}`, ...rows.map((row) => row[j])])])
    place.file('genes.csv', turned(first, 'gene'))
    place.file('proteins.csv', turned(second, 'protein'))
    place.file(
      'clinical.csv',
      csv([['patient', 'kind', 'age'], ...labels.map((k, i) => [ids[i], `kind ${k}`, 40 + ((i * 7) % 31)])]),
    )
    const files = ['genes.csv', 'proteins.csv', 'clinical.csv']
    const { code, stdout } = await place.run('fit', '--json', ...files, ...kmeans, '--labels', 'kind')
    expect(code).toBe(0)
    const plain = JSON.parse(stdout)
    expect([plain.samples, names(plain), plain.scores.acc]).toEqual([60, ['genes', 'proteins'], 1])
    expect(plain).not.toHaveProperty('labels')
    const full = JSON.parse((await place.run('fit', ...files, ...kmeans, '--json', 'labels')).stdout)
    expect([full.ids, full.labels.length, new Set(full.labels).size]).toEqual([ids, 60, 3])
    expect((await place.run('fit', ...files, ...kmeans)).stdout).toContain('metadata, not clustered: kind, age')
    const one = (await place.run('fit', 'genes.csv', '--samples', 'columns', ...kmeans, '--out', '-')).stdout
    expect(
      one
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',')[0]),
    ).toEqual(ids)
  })

  it('clusters without text columns unless --categories use asks for them', async () => {
    const words = ['x', 'y', 'z']
    const rows = first.map((row, i) => [ids[i], ...row, words[(i * 7) % 3], words[(i * i) % 3]])
    place.file('words.csv', csv([['id', 'a', 'b', 'c', 'colour', 'shape'], ...rows]))
    expect(names(await fitted('words.csv'))).toEqual(['words'])
    expect(names(await fitted('words.csv', '--categories', 'use'))).toEqual(['words', 'words categories'])
    expect((await fitted('words.csv', '--categories', 'use=shape')).views[1].features).toBe(2)
    expect((await place.run('inspect', 'words.csv')).stdout).toContain('metadata  colour (3 values), shape (2 values)')
    const { code, stderr } = await place.run('fit', 'words.csv', ...kmeans, '--categories', 'yes')
    expect([code, stderr]).toEqual([1, 'manyview: --categories: is "yes", give use, use=COLUMN,… or ignore\n'])
  })

  it('believes --kind', async () => {
    expect((await fitted('folder', '--kind', 'a=counts')).views[0].kind).toBe('counts')
  })

  it('tells the default method by --kind how to treat a view', async () => {
    const { stdout } = await place.run('fit', 'folder', '--clusters', '2', '--json', '--kind', 'a=scores')
    expect(JSON.parse(stdout).options.viewKinds).toEqual({ a: 'scores' })
  })

  it('writes memberships and embedding as NPY or Parquet', async () => {
    for (const format of ['npy', 'parquet']) {
      const { stdout } = await place.run('fit', 'folder', ...kmeans, '--out', `as-${format}`, '--write', format)
      expect(stdout).toContain(`as-${format}/embedding.${format}`)
      const { samples, views } = await readDataset([fileSource(place.path(`as-${format}/embedding.${format}`))])
      expect(samples).toBe(60)
      expect(views[0].view.features).toBe(6)
      const record = JSON.parse(readFileSync(place.path(`as-${format}/clustering.json`), 'utf8'))
      expect(Object.keys(record.files)).toContain(`embedding.${format}`)
    }
    expect(statSync(place.path('as-npy/embedding.npy')).size).toBe(128 + 60 * 6 * 8)
  })

  it('refuses what cannot be read so, in one line', async () => {
    mkdirSync(place.path('empty'), { recursive: true })
    place.file('views.json', JSON.stringify({ views: { a: { file: 'none.csv' } } }))
    const wrong: [string[], RegExp][] = [
      [['empty'], /empty: holds no data file/],
      [['views.json'], /none\.csv: there is no such file/],
      [['described', '--samples', 'rows'], /--samples: cannot be used with a manifest/],
      [['folder', '--kind', 'a=colour'], /--kind: is "a=colour", give NAME=KIND with the kind numeric, counts/],
      [['folder', '--kind', 'z=counts'], /there is no view "z"/],
      [['folder', '--write', 'report,npy'], /--write: needs a folder/],
      [['folder', '--write', 'xls', '--out', 'x'], /--write: is "xls", give report, npy, parquet/],
      [['folder', '--join', 'left'], /--join: is "left", give inner, outer or same/],
    ]
    for (const [args, message] of wrong) {
      const { code, stderr } = await place.run('fit', ...args, ...kmeans)
      expect(stderr).toMatch(/^manyview: [^\n]+\n$/)
      expect(stderr).toMatch(message)
      expect(code).toBe(1)
    }
  })
})

describe('manyview inspect', () => {
  it('shows views, ids, labels and memory', async () => {
    const { code, stdout } = await place.run('inspect', 'table.csv')
    expect(code).toBe(0)
    expect(stdout).toMatch(/60 samples/)
    expect(stdout).toMatch(/ids +yes/)
    expect(stdout).toMatch(/memory +the views take about/)
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  })

  it('shows missing values instead of refusing them', async () => {
    place.file('gaps.csv', csv(first.map((row, i) => (i < 2 ? ['', ...row.slice(1)] : row))))
    const { stdout } = await place.run('inspect', 'gaps.csv', '--json')
    expect(JSON.parse(stdout).views[0].missing).toBe(2)
  })
})
