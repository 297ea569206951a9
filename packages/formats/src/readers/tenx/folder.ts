import { badFile } from '../../bytes/bad-file.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { decodeText } from '../../bytes/decode-text.ts'
import type { SparseValue } from '../../bytes/stored-value.ts'
import { unpack } from '../../bytes/unpack.ts'
import { readMatrixMarket } from '../matrix-market/read.ts'
import type { Contents } from '../read-source.ts'
import { splitByType } from './read.ts'

/** The three files that Cell Ranger writes for one run. */
interface TenXFolder {
  matrix: ByteSource
  barcodes: ByteSource
  features: ByteSource
}

const tenXFile = /^(.*?)(matrix\.mtx|barcodes\.tsv|features\.tsv|genes\.tsv)(\.gz)?$/

/** Finds the files of 10x Genomics that belong together, by folder and by what stands before their usual names. */
export function findTenX(sources: readonly ByteSource[]): { folders: TenXFolder[]; others: ByteSource[] } {
  const groups = new Map<string, Map<string, ByteSource>>()
  for (const source of sources) {
    const [, place, name] = tenXFile.exec(source.name) ?? []
    if (name === undefined) continue
    const group = groups.get(place) ?? new Map<string, ByteSource>()
    group.set(name === 'genes.tsv' ? 'features.tsv' : name, source)
    groups.set(place, group)
  }
  const folders = [...groups.values()].flatMap((group): TenXFolder[] => {
    const [matrix, barcodes, features] = ['matrix.mtx', 'barcodes.tsv', 'features.tsv'].map((name) => group.get(name))
    return matrix && barcodes && features ? [{ matrix, barcodes, features }] : []
  })
  const used = new Set(folders.flatMap(({ matrix, barcodes, features }) => [matrix, barcodes, features]))
  return { folders, others: sources.filter((source) => !used.has(source)) }
}

/** Reads cells × features as sparse counts, one view per type of feature; barcodes are the ids, names of genes the names of features. */
export async function readTenXFolder({ matrix, barcodes, features }: TenXFolder): Promise<Contents> {
  const [{ value }] = await readMatrixMarket((await unpack(matrix)).file)
  if (value.type !== 'sparse') throw badFile(matrix.name, 'is no matrix of coordinates, get the file again')
  const ids = (await readLines(barcodes)).map(([barcode]) => barcode)
  const rows = await readLines(features)
  const [count, cells] = value.shape
  if (rows.length !== count || ids.length !== cells)
    throw badFile(
      matrix.name,
      `has ${count} features and ${cells} cells but ${features.name} has ${rows.length} lines and ${barcodes.name} has ${ids.length}, get the files again`,
    )
  const findings = splitByType({
    source: matrix.name,
    counts: byCells(value),
    ids,
    names: rows.map(([id, name]) => name || id),
    types: rows.map(([, , type]) => type || 'Gene Expression'),
  })
  return { source: matrix.name, kind: 'findings', findings }
}

/** Turns a matrix so that cells are rows: what is compressed along one index is along the other once the shape is turned. */
function byCells(value: SparseValue): SparseValue {
  const order = value.order === 'rows' ? 'columns' : 'rows'
  return { ...value, shape: [value.shape[1], value.shape[0]], order }
}

async function readLines(source: ByteSource): Promise<string[][]> {
  const { file } = await unpack(source)
  const text = decodeText(await file.slice(0))
  return text.split(/\r?\n/).flatMap((line) => (line === '' ? [] : [line.split('\t')]))
}
