import { readFileSync } from 'node:fs'
import { bytesSource, readDataset } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import type { FoundView } from '../../../src/dataset/findings.ts'
import { toView } from '../../../src/dataset/to-view.ts'
import { isAnnData, readAnnData } from '../../../src/readers/anndata/read.ts'
import { viewRows } from '../../view-rows.ts'

const source = (name: string) => bytesSource(name, new Uint8Array(readFileSync(new URL(name, import.meta.url))))
const rows = ({ value, axis }: FoundView) => viewRows(toView(value as never, axis) as never)
const x = [
  [0, 1, 2],
  [3, 4, 5],
  [6, 7, 8],
  [9, 10, 11],
]

describe('readAnnData(source)', () => {
  it('takes X as the view, with the names of samples and features, and says what else there is', async () => {
    const { views, notes } = await readAnnData(source('cells.h5ad'))
    expect(views).toMatchObject([
      { name: 'cells', source: 'cells.h5ad', axis: 'rows', ids: [...'abcd'], featureNames: ['g1', 'g2', 'g3'] },
    ])
    expect(rows(views[0])).toEqual(x)
    expect(notes).toEqual([
      'cells: X is the view, others by name: layers/by column, layers/by row, layers/counts, obsm/X_pca, obsm/clinical',
      'cells: labels: cell_type, 3 classes (for scoring only)',
    ])
  })

  it('takes layers and embeddings by name, embeddings without the names of the genes', async () => {
    const names = [
      'layers/counts',
      'obsm/X_pca',
      'cells/layers/by row',
      'layers/by column',
      'obsm/clinical',
      'layers/none',
    ]
    const { views, notes } = await readAnnData(source('cells.h5ad'), names)
    expect(views.map(({ name, featureNames }) => [name, featureNames?.length])).toEqual([
      ['cells/layers/counts', 3],
      ['cells/obsm/X_pca', undefined],
      ['cells/layers/by row', 3],
      ['cells/layers/by column', 3],
      ['cells/obsm/clinical', undefined],
    ])
    expect(views.map(rows)).toEqual([
      x.map((row) => row.map((value) => 2 * value)),
      x.map(([a, b]) => [a - 1, b - 1]),
      [1, 2, 3, 4].map((value) => [value, 0, 0]),
      [
        [1, 2, 3],
        [0, 0, 0],
        [0, 0, 0],
        [0, 0, 0],
      ],
      [1, 2, 3, 4].map((age) => [age, age + 4]),
    ])
    expect(notes.join()).not.toContain('others by name')
    expect((await readAnnData(source('cells.h5ad'), ['cells'])).views.map(({ name }) => name)).toEqual(['cells'])
    expect((await readAnnData(source('cells.h5ad'), ['other'])).views).toEqual([])
  })

  it('takes columns that repeat as labels, the one that was asked for first, then those that are called so', async () => {
    const { labels } = await readAnnData(source('cells.h5ad'))
    expect(Object.fromEntries(labels.map(({ name, values }) => [name, values.join()]))).toEqual({
      cell_type: 'T,B,T,',
      batch: '1,1,2,2',
      site: 'x,x,y,y',
      year: '2020,2019,2020,2019',
    })
    expect(labels[0].name).toBe('cell_type')
    expect(labels.every(({ ids }) => ids?.join('') === 'abcd')).toBe(true)
    const wanted = await readAnnData(source('cells.h5ad'), undefined, 'own')
    expect(wanted.labels[0]).toMatchObject({ name: 'own', values: ['p', 'q', 'r', 's'] })
    expect(wanted.notes.at(-1)).toBe('cells: labels: own, 4 classes (for scoring only)')
  })

  it('takes every modality of MuData as a view of its own samples, and labels of all samples', async () => {
    const { views, labels } = await readAnnData(source('parts.h5mu'))
    expect(views.map(({ name, ids }) => [name, ids?.join('')])).toEqual([
      ['atac', 'wxyz'],
      ['rna', 'abcd'],
    ])
    expect(labels.find(({ name }) => name === 'donor')).toMatchObject({ ids: [...'abcdwxyz'] })
    const some = await readAnnData(source('parts.h5mu'), ['rna'])
    expect(some.views.map(({ name }) => name)).toEqual(['rna'])
  })

  it('takes numbers as names of samples, where they are called index', async () => {
    const { views, notes } = await readAnnData(source('renamed.h5'))
    expect(views[0].ids).toEqual(['7', '8', '9', '10'])
    expect(notes.join()).not.toContain('others by name')
  })

  it('refuses a file without X, and names that are too few', async () => {
    await expect(readAnnData(source('bare.h5ad'))).rejects.toThrow(
      'bare.h5ad: holds no X to take as a view, name a layer or an embedding',
    )
    expect((await readAnnData(source('bare.h5ad'), ['layers/counts'])).views).toHaveLength(1)
    await expect(readAnnData(source('short.h5ad'))).rejects.toThrow(
      'short.h5ad: short has 3 observation names for 4 samples, get the file again',
    )
  })

  it('says which labels there are where a name is none of them', async () => {
    await expect(readDataset([source('cells.h5ad')], { labels: 'cell type' })).rejects.toThrow(
      'labels: there is no variable "cell type", there are cell_type, ',
    )
  })

  it('leaves matrices unread where that is asked for', async () => {
    const names = ['layers/counts', 'layers/by row', 'layers/by column']
    const { views } = await readAnnData(source('cells.h5ad'), names, undefined, true)
    expect(views.map(({ value }) => value.shape)).toEqual([
      [4, 3],
      [4, 3],
      [4, 3],
    ])
  })
})

describe('isAnnData(source)', () => {
  it('is told by the name or by what the file says of itself', async () => {
    expect(await isAnnData(source('cells.h5ad'))).toBe(true)
    expect(await isAnnData(source('renamed.h5'))).toBe(true)
    expect(await isAnnData({ ...source('parts.h5mu'), name: 'x.h5' })).toBe(true)
    expect(await isAnnData({ ...source('short.h5ad'), name: 'x.h5' })).toBe(false)
  })
})
