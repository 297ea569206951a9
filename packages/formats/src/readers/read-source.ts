import type { Share } from '@manyview/core/runtime'
import { badFile } from '../bytes/bad-file.ts'
import { type ByteSource, fileStem } from '../bytes/byte-source.ts'
import { fromUtf16 } from '../bytes/decode-text.ts'
import type { Variable } from '../bytes/stored-value.ts'
import { unpack } from '../bytes/unpack.ts'
import type { Findings } from '../dataset/findings.ts'
import type { ReadOptions } from '../dataset/read-options.ts'
import { isLabelName } from '../table/column-names.ts'
import type { Table } from '../table/table.ts'
import { readAnnData } from './anndata/read.ts'
import { readCsv } from './csv/read.ts'
import type { Format, Packing } from './detect-format.ts'
import { readMat5 } from './mat5/read.ts'
import { readMatrixMarket } from './matrix-market/read.ts'
import { readNpyFile } from './npy/read.ts'
import { readTenXH5 } from './tenx/read.ts'

/** What a file holds, before anything is made of it: named arrays, a table, or views that the format itself names. */
export type Contents =
  | { source: string; kind: 'variables'; variables: Variable[]; alone: boolean }
  | TableContents
  /** `manifest`: a manifest within an archive named the views. */
  | { source: string; kind: 'findings'; findings: Findings; manifest?: boolean }

/** A table, or a part of one. */
export interface TableContents {
  source: string
  kind: 'table'
  table: Table
  /** Where the table is a part of one: how many rows that has. */
  rows?: number
  /** Where the table is the first of several parts, which stay in the file: all of them with so many rows, one after the other each time they are read; none on other ranks than 0. */
  parts?: { rows: number; read(): AsyncGenerator<Table, void> }
}

/** What a reader needs to know beforehand: columns to keep as text, and names within AnnData files. */
export interface SourceOptions {
  keepText: (name: string) => boolean
  views?: string[]
  labels?: string
  /** What is said about texts and pictures, which an archive may hold; undefined: nobody makes views of them. */
  things?: Pick<ReadOptions, 'texts' | 'pictures'>
  /** Which of a Parquet file's row groups to read, by default all. */
  groups?: (count: number) => Share
  /** True: matrices that can be read in parts are left unread (`readPart`), by default false. */
  outline?: boolean
}

/** Reads one file of any format that we know, which must hold one table or one set of arrays. */
export async function readSource(source: ByteSource, options: SourceOptions): Promise<Contents> {
  const { file, format } = await unpack(source)
  return readAs(format, file, options)
}

/** Reads the contents of one file that is not packed; archives and spreadsheets hold several, which `readContents` reads. */
export async function readAs(
  format: Exclude<Format, Packing>,
  file: ByteSource,
  options: SourceOptions,
): Promise<Contents> {
  const source = file.name
  const { keepText, outline = false, labels, things } = options
  const known = [...(things?.texts ?? []), ...(things?.pictures ?? [])]
  // A matrix of one column per class is read to see whether it is one.
  const mayBeView = (name: string) => !isLabelName(name) && name !== labels && !labels?.endsWith(`.${name}`)
  const leaves = (name: string) => outline && mayBeView(name)
  // Readers that few files need are loaded with the first of them: a start costs less.
  switch (format) {
    case 'csv':
      return { source, kind: 'table', table: await readCsv(await fromUtf16(file), keepText, known) }
    case 'json': {
      const { readJson } = await import('./json/read.ts')
      return { source, kind: 'table', table: await readJson(await fromUtf16(file), keepText) }
    }
    case 'parquet': {
      const { readParquet } = await import('./parquet/read.ts')
      return { source, kind: 'table', table: await readParquet(file, keepText, options.groups) }
    }
    case 'arrow': {
      const { readArrow } = await import('./arrow/read.ts')
      return { source, kind: 'table', table: await readArrow(file, keepText) }
    }
    case 'anndata':
      return {
        source,
        kind: 'findings',
        findings: await readAnnData(file, options.views, options.labels, options.outline),
      }
    case 'tenx':
      return { source, kind: 'findings', findings: await readTenXH5(file) }
    case 'npy':
      return { source, kind: 'variables', variables: await readNpyFile(file, leaves(fileStem(source))), alone: true }
    case 'matrix-market':
      return { source, kind: 'variables', variables: await readMatrixMarket(file), alone: true }
    case 'npz': {
      const { readNpz } = await import('./npy/read.ts')
      const variables = await readNpz(file)
      return { source, kind: 'variables', variables, alone: variables.length === 1 }
    }
    case 'hdf5': {
      const { readHdf5 } = await import('./hdf5/read.ts')
      return { source, kind: 'variables', variables: await readHdf5(file, leaves), alone: false }
    }
    case 'mat5':
      return { source, kind: 'variables', variables: await readMat5(file), alone: false }
    case 'xlsx':
    case 'ods':
    case 'zip':
    case 'tar':
    case 'r':
      throw badFile(source, `is ${format}, which cannot be read in parts, fit it in memory`)
  }
}
