import { readFileSync } from 'node:fs'
import type { MethodName } from '@manyview/core'
import { cluster, type DenseView, type SparseView } from '@manyview/core'
import { bytesSource, type Dataset, readDataset, writeNpy } from '@manyview/formats'
import { gzipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'

const stored = (name: string) =>
  bytesSource(name, readFileSync(new URL(`../fixtures/same-data/${name}`, import.meta.url)))
const text = (name: string, content: string) => bytesSource(name, new TextEncoder().encode(content))

/** The same data in one form, made from the views as lists of rows. */
interface Form {
  title: string
  files: (data: Example) => ReturnType<typeof bytesSource>[]
  columns?: Record<string, string>
  /** What the form cannot carry. */
  without?: 'ids'
}

interface Example {
  ids: string[]
  names: string[]
  views: number[][][]
}

const viewNames = ['counts', 'shape', 'signal']
const binary: [title: string, ...files: string[]][] = [
  ['MATLAB v5', 'v5.mat'],
  ['MATLAB v7, compressed and transposed', 'v7.mat'],
  ['MATLAB v7.3', 'v73.mat'],
  ['HDF5', 'plain.h5'],
  ['NPZ', 'stored.npz'],
  ['NPZ, compressed, one view in Fortran order', 'deflated.npz'],
  ['Parquet with fixed lists, zstd, several row groups', 'vectors.parquet'],
  ['Parquet with lists, snappy, data pages of version 2', 'lists.parquet'],
  ['Feather', 'vectors.feather'],
  ['Arrow stream', 'lists.arrow'],
  ['AnnData, one file a view, one in another order', 'counts.h5ad', 'shape.h5ad', 'signal.h5ad'],
  ['MuData, one modality in another order', 'three.h5mu'],
]
const withoutIds = ['v7.mat', 'v73.mat', 'deflated.npz']

const forms: Form[] = [
  ...binary.map(
    ([title, ...files]): Form => ({
      title,
      files: () => files.map(stored),
      without: withoutIds.includes(files[0]) ? 'ids' : undefined,
    }),
  ),
  {
    title: 'one NPY a view',
    files: ({ views }) => views.map((rows, v) => bytesSource(`${viewNames[v]}.npy`, npy(rows))),
    without: 'ids',
  },
  {
    title: 'a sparse NPZ beside NPY',
    files: ({ views }) => [
      stored('sparse-counts.npz'),
      ...[1, 2].map((v) => bytesSource(`${viewNames[v]}.npy`, npy(views[v]))),
    ],
    without: 'ids',
  },
  {
    title: 'one CSV with prefixes',
    files: (data) => [text('all.csv', wide(data, ','))],
    columns: { counts: 'counts_', shape: 'shape_', signal: 'signal_' },
  },
  {
    title: 'one TSV a view',
    files: ({ ids, views }) => views.map((rows, v) => text(`${viewNames[v]}.tsv`, table(ids, rows, '\t'))),
  },
  {
    title: 'one CSV.gz a view',
    files: ({ ids, views }) =>
      views.map((rows, v) =>
        bytesSource(`${viewNames[v]}.csv.gz`, gzipSync(new TextEncoder().encode(table(ids, rows, ',')))),
      ),
  },
  { title: 'JSON', files: (data) => [text('all.json', JSON.stringify(records(data)))] },
  {
    title: 'JSON lines',
    files: (data) => [
      text(
        'all.jsonl',
        records(data)
          .map((record) => JSON.stringify(record))
          .join('\n'),
      ),
    ],
  },
  {
    title: 'one Matrix Market file a view',
    files: ({ views }) =>
      views.map((rows, v) => text(`${viewNames[v]}.mtx`, v === 0 ? coordinates(rows) : array(rows))),
    without: 'ids',
  },
]

describe('the same data in every format', () => {
  let example: Example
  let reference: Dataset
  let expected: { kmeans: number[]; consensus: number[] }

  beforeAll(async () => {
    reference = await readDataset([stored('stored.npz')])
    example = {
      ids: reference.ids!,
      names: reference.labels[0].values,
      views: reference.views.map(({ view }) => toRows(view)),
    }
    expected = { kmeans: await labels(reference, 'kmeans'), consensus: await labels(reference, 'consensus') }
  })

  it('has clusters that differ from one another', () => {
    for (const found of Object.values(expected)) expect(new Set(found).size).toBe(4)
  })

  it.each(forms.map((form) => [form.title, form] as const))(
    '%s gives the same numbers, ids and labels, bit for bit',
    async (_, { files, columns, without }) => {
      const data = await readDataset(files(example), { columns })
      expect(data.warnings).toEqual([])
      expect(data.views.map(({ view }) => toRows(view))).toEqual(example.views)
      expect(data.ids).toEqual(without === 'ids' ? null : example.ids)
      expect(await labels(data, 'kmeans')).toEqual(expected.kmeans)
      expect(await labels(data, 'consensus')).toEqual(expected.consensus)
    },
  )
})

describe('numbers in text', () => {
  const hard = [0.1 + 0.2, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, -0, 1 / 3, 2 ** 53 + 2, 1e-7]
  const others = hard.map((value, i) => [value, i / 7, -(i + 1) * 1e21])

  it.each([
    ['CSV', 'a.csv', others.map((row) => row.join(',')).join('\n')],
    ['TSV', 'a.tsv', others.map((row) => row.join('\t')).join('\n')],
    ['JSON', 'a.json', JSON.stringify(others)],
    ['Matrix Market', 'a.mtx', array(others)],
  ])('%s gives back every double as it was written', async (_, name, content) => {
    const { views } = await readDataset([text(name, content)], { samples: 'rows' })
    const found = toRows(views[0].view)
    // The shortest decimals of −0 are "0".
    expect(found).toEqual(others.map((row) => row.map((value) => value + 0)))
  })
})

async function labels({ views }: Dataset, method: MethodName): Promise<number[]> {
  const named = Object.fromEntries(views.map(({ view }, v) => [viewNames[v], view]))
  return Array.from((await cluster(named, { clusters: 4, method, seed: 3 })).labels)
}

function toRows(view: DenseView | SparseView): number[][] {
  const rows = Array.from({ length: view.samples }, () => new Array<number>(view.features).fill(0))
  if ('pointers' in view)
    for (let i = 0; i < view.samples; i++)
      for (let p = view.pointers[i]; p < view.pointers[i + 1]; p++) rows[i][view.indices[p]] = view.values[p]
  else for (let i = 0; i < view.data.length; i++) rows[Math.floor(i / view.features)][i % view.features] = view.data[i]
  return rows
}

function npy(rows: number[][]): Uint8Array {
  return writeNpy(Float64Array.from(rows.flat()), [rows.length, rows[0].length])
}

function table(ids: string[], rows: number[][], delimiter: string): string {
  const header = ['id', ...rows[0].map((_, j) => `f${j}`)]
  return `${[header, ...rows.map((row, i) => [ids[i], ...row])].map((line) => line.join(delimiter)).join('\n')}\n`
}

function wide({ ids, names, views }: Example, delimiter: string): string {
  const header = ['id', ...views.flatMap((rows, v) => rows[0].map((_, j) => `${viewNames[v]}_${j}`)), 'label']
  const lines = ids.map((id, i) => [id, ...views.flatMap((rows) => rows[i]), names[i]])
  return [header, ...lines].map((line) => line.join(delimiter)).join('\r\n')
}

function records({ ids, names, views }: Example): Record<string, unknown>[] {
  return ids.map((id, i) => ({
    id,
    ...Object.fromEntries(views.map((rows, v) => [viewNames[v], rows[i]])),
    label: names[i],
  }))
}

function coordinates(rows: number[][]): string {
  const entries = rows.flatMap((row, i) => row.flatMap((value, j) => (value ? [`${i + 1} ${j + 1} ${value}`] : [])))
  return `%%MatrixMarket matrix coordinate real general\n${rows.length} ${rows[0].length} ${entries.length}\n${entries.join('\n')}\n`
}

function array(rows: number[][]): string {
  const columns = rows[0].map((_, j) => rows.map((row) => row[j]).join('\n'))
  return `%%MatrixMarket matrix array real general\n${rows.length} ${rows[0].length}\n${columns.join('\n')}\n`
}
