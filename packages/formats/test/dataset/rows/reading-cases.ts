import { readFileSync } from 'node:fs'
import { Random } from '@manyview/core/numerics'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { type ByteSource, bytesSource } from '../../../src/bytes/byte-source.ts'
import type { Manifest } from '../../../src/dataset/manifest.ts'
import type { ReadOptions } from '../../../src/dataset/read-options.ts'
import { writeNpy } from '../../../src/results/write-arrays.ts'

/** Files to read on several ranks and in blocks as in one process; `whole` is why ranks cannot read them in parts. */
export interface ReadingCase {
  files: ByteSource[]
  options?: ReadOptions
  manifest?: Manifest
  whole?: string
  /** True where blocks of few rows may not tell what the whole is, but those of many rows do. */
  wholeInBlocks?: boolean
  /** Ranks from which on rank 0 reads everything, since there are too few samples. */
  fewest?: number
  /** Words of the error that all ranks must give. */
  fails?: string
}

const samples = 47
const random = new Random(5)
const noise = (count: number) => Float64Array.from({ length: count }, () => random.uniform())
const text = (name: string, content: string) => bytesSource(name, new TextEncoder().encode(content))
const fixture = (name: string) =>
  bytesSource(name, new Uint8Array(readFileSync(new URL(`../../fixtures/${name}`, import.meta.url))))

const npy = (name: string, rows: number, columns: number): ByteSource => ({
  ...bytesSource(name, writeNpy(noise(rows * columns), [rows, columns])),
  path: name,
})

/** A table of numbers with an id, in a shuffled order; `keep` says which ids it has. */
function table(name: string, idOf: (i: number) => string, keep: (i: number) => boolean, extra = ''): ByteSource {
  const order = Array.from(random.permutation(samples)).filter(keep)
  const lines = order.map((i) => `${idOf(i)},${random.uniform()},${i}${extra && `,${extra}${i % 3}`}`)
  return text(name, `id,x,number${extra && ',label'}\n${lines.join('\n')}\n`)
}

const plain = (i: number) => `s${i}`
const all = () => true
const repeat = (source: ByteSource, extra: string): ByteSource => ({
  ...source,
  byteLength: source.byteLength + extra.length,
  slice: async (start, end) => {
    const bytes = new Uint8Array([...(await source.slice(0)), ...new TextEncoder().encode(extra)])
    return bytes.subarray(start, end)
  },
})
const lines = (count: number, line: (i: number) => string) =>
  `${Array.from({ length: count }, (_, i) => line(i)).join('\n')}\n`

export const readingCases: Record<string, ReadingCase> = {
  'NPY, C order': { files: [npy('a.npy', samples, 3), npy('b.npy', samples, 5)] },
  'NPY, samples as columns': { files: [npy('a.npy', 3, samples), npy('b.npy', 5, samples)] },
  'NPY, samples as columns, beside CSV that tells so': {
    files: [npy('a.npy', 5, samples), text('t.csv', `x,z\n${lines(samples, (i) => `${i % 9},${i / 2}`)}`)],
  },
  'NPY beside a vector of labels': {
    files: [
      npy('a.npy', samples, 3),
      bytesSource(
        'y.npy',
        writeNpy(
          Float64Array.from({ length: samples }, (_, i) => i % 4),
          [samples],
        ),
      ),
    ],
  },
  'NPY of different lengths': {
    files: [npy('a.npy', samples, 3), npy('b.npy', samples + 1, 5)],
    options: { samples: 'rows' },
    fails: 'has 48 rows',
  },
  HDF5: { files: [fixture('plain.h5')] },
  'HDF5 in chunks': { files: [fixture('chunk-tree.h5')] },
  'HDF5 in other chunks': { files: [fixture('extensible-array.h5')] },
  'MATLAB 7.3': { files: [fixture('v73.mat')] },
  'MATLAB 7.3, sparse': { files: [fixture('sparse73.mat')] },
  AnnData: { files: [fixture('dense.h5ad')] },
  'AnnData, sparse': { files: [fixture('csc.h5ad')] },
  'MuData, joined by id': { files: [fixture('two.h5mu')] },
  'CSV with labels and categories': {
    files: [
      text(
        't.csv',
        `id,x,colour,label\n${lines(samples, (i) => `s${i},${i / 7},${['red', 'green', 'blue'][(i * i) % 3]},${i % 2 ? 1 : '2.0'}`)}`,
      ),
    ],
  },
  'CSV with texts in one part only': {
    files: [text('t.csv', `x,y2\n${lines(samples, (i) => `${i / 2},${i > 38 && i % 2 ? 'blue' : i * i}`)}`)],
    wholeInBlocks: true,
  },
  'CSV with cells that are no numbers': {
    files: [text('t.csv', `x,y2\n${lines(90, (i) => `${i / 2},${i % 40 === 30 ? '> 89' : i * i}`)}`)],
    wholeInBlocks: true,
  },
  'CSV with text that tells every row apart': {
    files: [text('t.csv', `x,words\n${lines(samples, (i) => `${i / 2},"word ${i}\nand more"`)}`)],
  },
  'CSV, samples as columns': {
    files: [
      text(
        't.csv',
        lines(samples, (i) => `${i / 2},${i * i},${i / 3}`),
      ),
    ],
    options: { samples: 'columns' },
    whole: 'samples are columns of a table',
  },
  'CSV, samples as columns by the names that files share': {
    files: ['a.csv', 'b.csv'].map((name, v) =>
      text(name, `,p1x,p2x,p3x,p4x\n${lines(samples, (i) => `${name[0]}w${i},${i / 7},${(i * v) / 9},${i / 3},${v}`)}`),
    ),
    whole: 'samples are columns of a table',
  },
  'Parquet beside CSV': {
    files: [
      bytesSource(
        'p.parquet',
        new Uint8Array(
          parquetWriteBuffer({
            columnData: [{ name: 'p', data: Array.from(noise(samples)), type: 'DOUBLE' }],
            rowGroupSize: 7,
          }),
        ),
      ),
      text('t.csv', `x,z\n${lines(samples, (i) => `${i / 2},${i * i}`)}`),
    ],
  },
  JSON: {
    files: [text('t.json', JSON.stringify(Array.from({ length: samples }, (_, i) => ({ x: i, z: i / 2 }))))],
    whole: 't.json (json) cannot be read in parts',
  },
  'JSON, joined by id, outer': {
    files: [
      text('t.json', JSON.stringify(Array.from({ length: samples }, (_, i) => ({ id: plain(i), x: i, z: i / 2 })))),
      table('a.csv', plain, (i) => i % 5 > 0),
    ],
    options: { join: 'outer' },
    whole: 't.json (json) cannot be read in parts',
  },
  'fewer samples than ranks': { files: [npy('a.npy', 2, 3), npy('b.npy', 2, 4)], fewest: 3 },
  'ids in different orders': { files: [table('a.csv', plain, all), table('b.csv', plain, all, 'class ')] },
  'ids that only some files have': {
    files: [
      table('a.csv', plain, (i) => i % 5 > 0),
      table('b.csv', plain, (i) => i > 8, 'class '),
      table('c.csv', plain, (i) => i < 40),
    ],
  },
  'ids that only some files have, outer': {
    files: [
      table('a.csv', plain, (i) => i % 5 > 0),
      table('b.csv', plain, (i) => i > 8, 'class '),
      table('c.csv', plain, (i) => i < 40, 'class '),
    ],
    options: { join: 'outer' },
  },
  'ids that stand twice': {
    files: [
      repeat(table('a.csv', plain, all), 's7,1,1\ns9,2,2\ns7,3,3\n'),
      repeat(table('b.csv', plain, all), 's1,1,1\ns2,2,2\ns3,3,3\ns4,4,4\n'),
    ],
  },
  'ids that stand twice, outer': {
    files: [repeat(table('a.csv', plain, all), 's7,1,1\ns9,2,2\n'), repeat(table('b.csv', plain, all), 's1,1,1\n')],
    options: { join: 'outer' },
  },
  'ids that stand twice in one table': {
    files: [repeat(table('a.csv', plain, all, 'class '), 's7,1,1,class 1\ns9,2,2,class 1\n')],
  },
  'numbers as ids, written differently': {
    files: [table('a.csv', (i) => String(i), all), table('b.csv', (i) => `${i}.0`, all)],
  },
  'numbers as ids, written differently, outer': {
    files: [
      table(
        'a.csv',
        (i) => String(i),
        (i) => i > 3,
      ),
      table(
        'b.csv',
        (i) => `${i}.0`,
        (i) => i < 30,
      ),
    ],
    options: { join: 'outer' },
  },
  'no common id': {
    files: [table('a.csv', plain, all), table('b.csv', (i) => `t${i}`, all)],
    fails: 'no id is found in all views',
  },
  'no common id, outer': {
    files: [table('a.csv', plain, all), table('b.csv', (i) => `t${i}`, all)],
    options: { join: 'outer' },
    fails: 'none of its ids',
  },
  'ids in one file only': {
    files: [table('a.csv', plain, all), npy('b.npy', samples, 4)],
  },
  'ids in one file only, of another number of rows': {
    files: [table('a.csv', plain, all), npy('b.npy', samples - 1, 4)],
    fails: 'give both the same rows, or ids to all',
  },
  'labels of another file, by id': {
    files: [
      table('a.csv', plain, all),
      text('labels.csv', `id,label\n${lines(samples, (i) => `s${samples - 1 - i},class ${i % 3}`)}`),
    ],
  },
  'labels that not all samples have': {
    files: [table('a.csv', plain, all), text('labels.csv', `id,label\n${lines(30, (i) => `s${i},class ${i % 3}`)}`)],
  },
  'a manifest': {
    files: [table('a.csv', plain, all, 'class '), table('b.csv', plain, (i) => i % 7 > 0)],
    manifest: {
      views: { first: { file: 'a.csv', weight: 2 }, second: { file: 'b.csv', columns: ['x'], id: 'id' } },
      labels: { file: 'a.csv', name: 'label' },
    },
  },
}
