import { readFileSync } from 'node:fs'
import { bytesSource, type Dataset, readDataset } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import { viewRows } from './view-rows.ts'

const folder = new URL('./fixtures/everyday/', import.meta.url)
const source = (name: string) => bytesSource(name, new Uint8Array(readFileSync(new URL(name, folder))))
const read = (...names: string[]) => readDataset(names.map(source))
const expected = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8'))
const { ids, labels, cells } = expected as Record<string, string[]>
const { a, b, counts } = expected as Record<string, number[][]>

const rows = ({ views }: Dataset, v = 0) => viewRows(views[v].view)
const names = ({ views }: Dataset) => views.map(({ name }) => name)

describe('spreadsheets', () => {
  it.each(['openpyxl.xlsx', 'xlsxwriter.xlsx', 'pandas.ods'])(
    '%s has a view per sheet, ids, labels and dates as text',
    async (name) => {
      const data = await read(name)
      expect(names(data)).toEqual(['body', 'genes'])
      expect([rows(data, 0), rows(data, 1), data.ids, data.labels[0].values]).toEqual([a, b, ids, labels])
      expect(data.views.map(({ featureNames }) => featureNames)).toEqual([
        ['height', 'weight'],
        ['g0', 'g1', 'g2'],
      ])
    },
  )

  it.each(['libreoffice.xlsx', 'libreoffice.ods'])('%s gives the values of its formulas', async (name) => {
    const data = await read(name)
    expect([names(data), data.ids]).toEqual([['libreoffice'], ids])
    expect(rows(data)).toEqual(a.map(([height]) => [height, 2 * height]))
  })
})

describe('archives and packed files', () => {
  it.each(['python.zip', 'python.tar.gz', 'python.tar.xz'])(
    '%s is read as a folder of its data files',
    async (name) => {
      const data = await read(name)
      expect([names(data), rows(data, 0), rows(data, 1), data.ids]).toEqual([['a', 'b'], a, b, ids])
    },
  )

  it.each(['tool.csv.bz2', 'tool.csv.xz', 'tool.csv.zst'])('%s is read as the file it holds', async (name) => {
    const data = await read(name)
    expect([names(data), data.samples, data.views[0].view.features]).toEqual([['tool'], 400, 3])
    expect(rows(data)[399]).toEqual(
      [Math.sin(399 / 7), Math.sin(798 / 7), Math.sin(1197 / 7)].map((x) => Math.round(x * 1000) / 1000),
    )
  })
})

describe("R's files", () => {
  it.each(['frame.rds', 'frame2.rds'])(
    '%s, a data frame, has row names as ids, factors as labels and logicals as numbers',
    async (name) => {
      const data = await read(name)
      expect(data.views[0].featureNames).toEqual(['height', 'weight', 'count', 'big'])
      expect([data.ids, data.labels[0]]).toEqual([ids, { name: 'label', values: labels }])
      const more = [
        [1, 1],
        [NaN, 0],
        [3, NaN],
        [5, 1],
        [5, 1],
        [9, 0],
      ]
      expect(rows(data)).toEqual(a.map((row, i) => [...row, ...more[i]]))
    },
  )

  it('matrix.rds, packed by xz, keeps the names of its rows and columns', async () => {
    const data = await read('matrix.rds')
    expect([data.ids, data.views[0].featureNames, rows(data)]).toEqual([ids, ['g0', 'g1', 'g2'], b])
  })

  it('arrays.RData, packed by bzip2, and list.rds hold several matrices', async () => {
    for (const name of ['arrays.RData', 'list.rds']) {
      const data = await read(name)
      expect([rows(data, 0), rows(data, 1)]).toEqual([
        b.map((row) => row.map((x) => 2 * x)),
        b.map((_, i) => [i + 1, i + 7]),
      ])
    }
    expect((await read('arrays.RData')).ids).toEqual(ids)
    expect((await read('list.rds')).labels[0]).toEqual({ name: 'y', values: ['1', '1', '2', '2', '3', '3'] })
  })

  it('tables.rda gives a view per table', async () => {
    const data = await read('tables.rda')
    expect([names(data), rows(data, 1), data.ids]).toEqual([['frame', 'genes'], b, ids])
  })

  it('sparse.rds stays sparse and has ids for its samples', async () => {
    const data = await read('sparse.rds')
    expect('pointers' in data.views[0].view).toBe(true)
    expect([data.ids, rows(data)]).toEqual([
      ids,
      [
        [5, 0, 0, 0],
        [0, 2, 0, 0],
        [1, 0, 0, 0],
        [0, 0, 0, 4],
        [0, 0, 0, 3],
        [0, 0, 7, 0],
      ],
    ])
  })

  it('a matrix within a data frame is a view, a column of anything is left out by name, and a model is no data', async () => {
    const data = await read('wide.rds')
    expect([names(data), rows(data), data.ids]).toEqual([['genes'], b, ids])
    expect(data.warnings).toEqual([
      'wide: columns left out, of a kind that is not read: more',
      'wide: number columns beside vectors left out (height), name them as columns to use them',
    ])
    await expect(read('model.rds')).rejects.toThrow("it holds model: an object of R's class lm")
  })

  it('ascii.rds is refused with what to do', async () => {
    await expect(read('ascii.rds')).rejects.toThrow(
      'is an R file in another form than binary XDR, save it again with saveRDS',
    )
  })

  it("write.csv2 and write.table are read with R's row names and decimal commas", async () => {
    const comma = await read('write.csv2.csv')
    expect([comma.ids, rows(comma)]).toEqual([ids, a])
    const spaces = await read('write.table.txt')
    expect([spaces.ids, rows(spaces), spaces.views[0].featureNames]).toEqual([ids, b, ['g0', 'g1', 'g2']])
  })
})

describe('10x Genomics', () => {
  const types = ['Gene Expression', 'Antibody Capture']
  const folderFiles = ['tenx/matrix.mtx.gz', 'tenx/barcodes.tsv.gz', 'tenx/features.tsv.gz']

  it.each([folderFiles, ['tenx.h5']])(
    '%s gives cells × features as sparse counts, a view per type',
    async (...files) => {
      const data = await read(...files)
      expect([names(data), data.ids]).toEqual([types, cells])
      expect([rows(data, 0), rows(data, 1)]).toEqual([
        counts.map((row) => row.slice(0, 5)),
        counts.map((row) => row.slice(5)),
      ])
      expect(data.views.map(({ kind, view }) => [kind, 'pointers' in view])).toEqual([
        ['counts', true],
        ['counts', true],
      ])
      expect(data.views[1].featureNames).toEqual(['CD3', 'CD19'])
    },
  )

  it('the older folder with genes.tsv is one view', async () => {
    const data = await read('tenx2/matrix.mtx', 'tenx2/barcodes.tsv', 'tenx2/genes.tsv')
    expect([names(data), data.ids, rows(data)]).toEqual([
      ['Gene Expression'],
      cells,
      counts.map((row) => row.slice(0, 5)),
    ])
  })

  it('files that do not belong together are refused with all counts', async () => {
    const wrong = bytesSource('tenx2/barcodes.tsv', new TextEncoder().encode('A\nB\n'))
    await expect(readDataset([source('tenx2/matrix.mtx'), wrong, source('tenx2/genes.tsv')])).rejects.toThrow(
      'tenx2/matrix.mtx: has 5 features and 6 cells but tenx2/genes.tsv has 5 lines and tenx2/barcodes.tsv has 2, get the files again',
    )
  })
})

describe('AnnData with several matrices', () => {
  it('takes X, or what is named: X, scores and tables in obsm', async () => {
    const file = source('scores.h5ad')
    const alone = await readDataset([file])
    expect([names(alone), rows(alone)]).toEqual([['scores'], b])
    expect(alone.notes).toContain('scores: X is the view, others by name: obsm/X_pca, obsm/protein')
    const several = await readDataset([file], { views: ['X', 'obsm/X_pca', 'obsm/protein'] })
    expect(names(several)).toEqual(['scores/X', 'scores/obsm/X_pca', 'scores/obsm/protein'])
    const doubled = a.map((row) => row.map((x) => 2 * x))
    expect([rows(several, 0), rows(several, 1), rows(several, 2), several.ids]).toEqual([b, a, doubled, ids])
  })
})

describe('tables of pandas and Octave', () => {
  it.each(['semicolon.csv', 'bars.txt', 'utf16.csv', 'latin1.csv'])(
    '%s has the same numbers, ids and labels',
    async (name) => {
      const data = await read(name)
      expect([rows(data), data.ids, data.labels[0].values]).toEqual([a, ids, labels])
      expect(data.views[0].featureNames?.[0]).toBe(name === 'latin1.csv' ? 'größe' : 'height')
    },
  )

  it.each(['lists.csv', 'arrays.csv'])('%s has vectors in its cells', async (name) => {
    const data = await read(name)
    expect([names(data), rows(data), data.ids]).toEqual([['embedding'], b, ids])
  })

  it('two-headers.csv is refused with the words of the second header', async () => {
    await expect(read('two-headers.csv')).rejects.toThrow(
      'has two header rows (row 1 below the header holds "height", "weight", "g0"',
    )
  })

  it.each(['pandas.json', 'index.json'])('%s is not transposed', async (name) => {
    expect(rows(await read(name))).toEqual(a)
  })

  it('octave.csv has no header', async () => {
    expect(rows(await read('octave.csv'))).toEqual(a.slice(0, 4))
  })

  it('pickles are refused with the line of Python that converts them', async () => {
    await expect(read('frame.pkl')).rejects.toThrow(
      `python -c "import numpy, pandas; numpy.save('frame.npy', pandas.read_pickle('frame.pkl'))"`,
    )
    await expect(read('array.joblib')).rejects.toThrow(
      `python -c "import numpy, joblib; numpy.save('array.npy', joblib.load('array.joblib'))"`,
    )
  })
})
