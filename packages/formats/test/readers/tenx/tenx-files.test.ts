import { readFileSync } from 'node:fs'
import { bytesSource, readDataset } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import { findTenX, readTenXFolder } from '../../../src/readers/tenx/folder.ts'
import { readTenXH5 } from '../../../src/readers/tenx/read.ts'
import { viewRows } from '../../view-rows.ts'

const file = (name: string, content = '') => bytesSource(name, new TextEncoder().encode(content))
const bytes = new Uint8Array(readFileSync(new URL('../../fixtures/everyday/tenx.h5', import.meta.url)))
const plain = new Uint8Array(readFileSync(new URL('../../fixtures/plain.h5', import.meta.url)))

/** The file with every `from` replaced by a `to` of the same length. */
function changed(from: string, to: string) {
  const text = Buffer.from(bytes).toString('latin1')
  expect(text).toContain(from)
  return bytesSource('t.h5', new Uint8Array(Buffer.from(text.replaceAll(from, to), 'latin1')))
}
const int32 = (...values: number[]) => Buffer.from(Int32Array.from(values).buffer).toString('latin1')

describe('the .h5 of 10x Genomics', () => {
  it('is one view of genes where no types of features are given', async () => {
    const { views, notes } = await readTenXH5(changed('feature_type', 'feature_typo'))
    expect([views.map(({ name }) => name), notes]).toEqual([['Gene Expression'], []])
    expect(views[0].featureNames).toEqual(['CD3D', 'MS4A1', 'NKG7', 'GNLY', 'LYZ', 'CD3', 'CD19'])
  })

  it('is refused where names and counts do not fit', async () => {
    const refused = (source: ReturnType<typeof file>, what: string) =>
      expect(readTenXH5(source)).rejects.toThrow(`t.h5: has ${what}, get the file again`)
    await refused(changed('\0name\0', '\0nume\0'), '7 features and 6 cells but names for 0 and 6')
    await refused(changed(int32(7, 6), int32(8, 6)), '8 features and 6 cells but names for 7 and 6')
    await refused(changed(int32(7, 6), int32(7, 5)), '7 features and 5 cells but names for 7 and 6')
  })

  it('is another file where its arrays have other names', async () => {
    await expect(readTenXH5(bytesSource('p.h5', plain))).rejects.toThrow('p.h5: holds no counts of 10x Genomics')
    await expect(readTenXH5(changed('indptr', 'indptx'))).rejects.toThrow('t.h5: holds no counts of 10x Genomics')
  })
})

describe('the folder of 10x Genomics', () => {
  const matrix = file(
    'run/matrix.mtx',
    '%%MatrixMarket matrix coordinate integer general\n3 2 3\n1 1 5\n2 2 7\n3 1 2\n',
  )
  const barcodes = file('run/barcodes.tsv', 'AA\r\nBB\r\n')

  it('is found by what stands before the names of its three files', () => {
    const features = file('run/features.tsv')
    const other = file('table.csv')
    expect(findTenX([other, barcodes, features, matrix])).toEqual({
      folders: [{ matrix, barcodes, features }],
      others: [other],
    })
    const run2 = ['b_matrix.mtx.gz', 'b_genes.tsv.gz', 'b_barcodes.tsv'].map((name) => file(name))
    const found = findTenX([matrix, barcodes, features, ...run2])
    expect(found.folders.map((folder) => [folder.matrix.name, folder.features.name])).toEqual([
      ['run/matrix.mtx', 'run/features.tsv'],
      ['b_matrix.mtx.gz', 'b_genes.tsv.gz'],
    ])
  })

  it('is none where one of the three is missing or elsewhere', () => {
    const features = file('run/features.tsv')
    for (const some of [
      [matrix, barcodes],
      [matrix, features],
      [barcodes, features],
      [matrix, barcodes, file('other/features.tsv')],
      [matrix, barcodes, file('run/features.tsv.bak')],
    ])
      expect(findTenX(some)).toEqual({ folders: [], others: some })
  })

  it('has ids for names where a feature has none, and numbers behind names that stand twice', async () => {
    const features = file('run/features.tsv', 'g1\tA\tGene Expression\ng2\tA\tGene Expression\ng3\n\n')
    const { views, ids, notes } = await readDataset([matrix, barcodes, features])
    expect(ids).toEqual(['AA', 'BB'])
    expect(views[0].featureNames).toEqual(['A', 'A-1', 'g3'])
    expect(viewRows(views[0].view)).toEqual([
      [5, 0, 2],
      [0, 7, 0],
    ])
    expect(notes.join()).not.toContain('views by type')
  })

  it('has a view per type, each with its own features', async () => {
    const features = file('run/features.tsv', 'g1\tA\tPeaks\ng2\tB\tGenes\ng3\tA\tPeaks\n')
    const { views, notes } = await readDataset([matrix, barcodes, features])
    expect(views.map(({ name, featureNames }) => [name, featureNames])).toEqual([
      ['Peaks', ['A', 'A-1']],
      ['Genes', ['B']],
    ])
    expect(views.map(({ view }) => viewRows(view))).toEqual([
      [
        [5, 2],
        [0, 0],
      ],
      [[0], [7]],
    ])
    expect(notes).toContain('views by type of feature: Peaks, Genes')
  })

  it('is refused where its matrix is no list of coordinates', async () => {
    const array = file('run/matrix.mtx', '%%MatrixMarket matrix array integer general\n1 1\n1\n')
    await expect(readTenXFolder({ matrix: array, barcodes, features: file('f', 'g') })).rejects.toThrow(
      'run/matrix.mtx: is no matrix of coordinates, get the file again',
    )
    const short = file('run/features.tsv', 'g1\ng2\n')
    await expect(readTenXFolder({ matrix, barcodes, features: short })).rejects.toThrow(
      'has 3 features and 2 cells but run/features.tsv has 2 lines and run/barcodes.tsv has 2',
    )
  })
})
