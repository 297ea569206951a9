import { existsSync, readFileSync } from 'node:fs'
import { bytesSource, type ReadOptions, readDataset } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import { countUp } from '../../src/dataset/table-roles.ts'
import { folder } from '../public-files.ts'
import { viewRows } from '../view-rows.ts'

const text = (name: string, content: string) => bytesSource(name, new TextEncoder().encode(content))
const everyday = new URL('../fixtures/everyday/', import.meta.url)
const fromR = (...names: string[]) =>
  names.map((name) => bytesSource(name, new Uint8Array(readFileSync(new URL(name, everyday)))))
const patients = ['A0FJ', 'A13E', 'B7', 'C2', 'C9', 'D4']
const genes = ['RTN2', 'NDRG2', 'KLK', 'ALX', 'ZZ3']
const omics = existsSync(`${folder}/omics/brca-mrna.csv`)
const real = (names: string[], options?: ReadOptions) =>
  readDataset(
    names.map((name) => bytesSource(`${name}.csv`, new Uint8Array(readFileSync(`${folder}/omics/${name}.csv`)))),
    options,
  )

/** A table without a word about what its rows and columns are. */
const plain = (rows: number, columns: number) => {
  const header = Array.from({ length: columns }, (_, j) => `k${j}q`)
  const line = (i: number) => [`m${i}w`, ...header.map((_, j) => (i * 7 + j * 3) % 11)].join(',')
  return `,${header.join(',')}\n${Array.from({ length: rows }, (_, i) => line(i)).join('\n')}\n`
}

describe('tables of features × samples', () => {
  it('are told by the names that files share, in any order, and header names are the ids', async () => {
    const data = await readDataset(fromR('turned-genes.csv', 'turned-proteins.tsv'))
    expect([data.ids, data.views.map(({ view }) => view.features)]).toEqual([patients, [5, 4]])
    expect(data.views.map(({ featureNames }) => featureNames)).toEqual([genes, ['AKT', 'P53', 'EGFR', 'MYC']])
    expect(data.notes).toContain(
      'samples are columns of turned-genes, turned-proteins: names of their columns are ids in other files, too',
    )
    expect(data.warnings).toEqual([])
  })

  it('are not guessed where two tables without names of rows share their header: those are features', async () => {
    const table = (seed: number) =>
      `height,width,depth,mass\n${Array.from({ length: 9 }, (_, i) => [1, 2, 3, 4].map((j) => (i * j + seed) / 4).join(',')).join('\n')}\n`
    const { samples, views, notes } = await readDataset([text('before.csv', table(1)), text('after.csv', table(5))])
    expect([samples, views.map(({ view }) => view.features)]).toEqual([9, [4, 4]])
    expect(notes.join()).not.toContain('samples are columns')
  })

  it('are turned where their columns are the rows of another file', async () => {
    const rows = `id,x,z\n${patients.map((id, i) => `${id},${i},${i * i}`).join('\n')}\n`
    const data = await readDataset([...fromR('turned-genes.csv'), text('body.csv', rows)], {
      views: ['turned-genes', 'body'],
    })
    expect([data.ids, data.views.map(({ view }) => view.features)]).toEqual([patients, [5, 2]])
  })

  it('are not guessed where names match along both sides, nor from names that count up', async () => {
    const table = (header: string[], ids: string[]) =>
      [['', ...header], ...ids.map((id, i) => [id, ...header.map((_, j) => (i * 3 + j * j) / 4)])].join('\n')
    const [some, others] = [patients.slice(2), genes.slice(1)]
    await expect(readDataset([text('a.csv', table(some, others)), text('b.csv', table(others, some))])).rejects.toThrow(
      'no id is found in all views',
    )
    expect(
      [
        ['0', '1', '2'],
        ['1', '2', '3'],
        ['1', '3'],
      ].map(countUp),
    ).toEqual([true, true, false])
  })

  it('leave a table with a row per sample as metadata, with its numbers', async () => {
    const data = await readDataset(fromR('turned-genes.csv', 'turned-proteins.tsv', 'turned-clinical.csv'))
    expect(data.views.map(({ name }) => name)).toEqual(['turned-genes', 'turned-proteins'])
    expect([data.ids, data.labels]).toEqual([patients, []])
    expect(data.metadata).toEqual([
      { name: 'stage', values: ['I', 'II', 'I', 'II', 'I', 'I'] },
      { name: 'sex', values: ['f', 'f', 'm', 'f', 'm', 'f'] },
      { name: 'age', values: ['50', '61', '47', '55', '70', '66'] },
    ])
    const scored = await readDataset(fromR('turned-genes.csv', 'turned-clinical.csv'), { labels: 'age' })
    expect(scored.labels).toEqual([data.metadata[2]])
  })

  it('give one sample per column on request, beside metadata with a row per sample', async () => {
    const one = await readDataset(fromR('turned-genes.csv'), { samples: 'columns' })
    expect([one.ids, one.views[0].featureNames, viewRows(one.views[0].view)[1][0]]).toEqual([
      patients,
      genes,
      Number(readFileSync(new URL('turned-genes.csv', everyday), 'utf8').split('\n')[1].split(',')[2]),
    ])
    const both = await readDataset(fromR('turned-genes.csv', 'turned-clinical.csv'), { samples: 'columns' })
    expect([both.samples, both.views.length, both.metadata.length]).toEqual([6, 1, 3])
  })

  it('are told by names alone, which a note says with the reason', async () => {
    const named = await readDataset([text('a.csv', 'gene_id,p,q,r,s\n7157,1,2,3,4\n672,5,6,7,9\n')])
    expect([named.ids, named.views[0].featureNames]).toEqual([
      ['p', 'q', 'r', 's'],
      ['7157', '672'],
    ])
    expect(named.notes).toEqual([
      'a: samples are columns: its rows are called "gene_id"; --samples rows takes its rows',
    ])
    const rows = await readDataset([text('a.csv', 'gene_id,p,q,r,s\n7157,1,2,3,4\n672,5,6,7,9\n')], { samples: 'rows' })
    expect(rows.ids).toEqual(['7157', '672'])
  })

  it('are asked about where nothing tells, by one warning that names the flag', async () => {
    const asked = await readDataset([text('a.csv', plain(40, 30))])
    expect(asked.samples).toBe(40)
    expect(asked.warnings).toEqual([
      'a: nothing tells whether its 40 rows or its 30 columns are the samples: rows taken; if the columns are the samples, add --samples columns',
    ])
    for (const samples of ['rows', 'columns'] as const)
      expect((await readDataset([text('a.csv', plain(40, 30))], { samples })).warnings).toEqual([])
    expect((await readDataset([text('a.csv', plain(40, 4))])).warnings).toEqual([])
  })

  it('are none where files of other samples have the same features', async () => {
    const table = (name: string, corner: string, header: string, sample: string) =>
      text(name, `${corner},${header}\n${patients.map((_, i) => `${sample}${i}q,${i},${i * i},${3 - i}`).join('\n')}\n`)
    for (const [corner, header] of [
      ['id', 'height,mass,age'],
      ['', 'f0,f1,f2'],
    ])
      await expect(
        readDataset([table('a.csv', corner, header, 'k'), table('b.csv', corner, header, 'm')]),
      ).rejects.toThrow('no id is found in all views')
  })

  it('stay as they are where rows are the samples in all files', async () => {
    const table = (name: string, seed: number) =>
      text(name, `id,x1,x2,x3\n${patients.map((id, i) => `${id},${i * seed},${i},${seed - i}`).join('\n')}\n`)
    const data = await readDataset([table('a.csv', 3), table('b.csv', 5)])
    expect([data.ids, data.views.map(({ view }) => view.features), data.warnings]).toEqual([patients, [3, 3], []])
  })
})

describe(`tumours of 150 and 124 patients${omics ? '' : ` (skipped: no data in ${folder})`}`, () => {
  it.skipIf(!omics)('open with their clinical table and no option', async () => {
    const data = await real(['brca-mrna', 'brca-mirna', 'brca-protein', 'brca-clinical'])
    expect([data.samples, data.views.map(({ view }) => view.features), data.warnings]).toEqual([
      150,
      [200, 184, 142],
      [],
    ])
    expect(data.labels.map(({ name, values }) => [name, new Set(values).size])).toEqual([['subtype', 3]])
    expect(data.ids!.slice(0, 2)).toEqual(['A0FJ', 'A13E'])
  })

  it.skipIf(!omics)('open where rows have the same names in all files, too', async () => {
    const names = ['kirc-ge', 'kirc-me', 'kirc-mi']
    const [alone, described] = [await real(names), await real([...names, 'kirc-survival'])]
    for (const { samples, ids } of [alone, described]) expect([samples, ids![0]]).toEqual([124, 'TCGA.A3.3308'])
    expect(described.views.map(({ name }) => name)).toEqual(names)
    expect(described.metadata.map(({ name }) => name)).toEqual(['PatientID', 'Survival', 'Death'])
  })
})
