import type { BlockedView } from '@manyview/core'
import type { Ranks, Scratch } from '@manyview/core/runtime'
import { singleProcess } from '@manyview/core/runtime'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { detectFormat, type Format } from '../../readers/detect-format.ts'
import { readContents } from '../../readers/read-contents.ts'
import type { Contents, SourceOptions } from '../../readers/read-source.ts'
import { NotInParts } from './exchange.ts'
import { readTableInParts } from './table-parts.ts'

/** Where the samples go that are read; without options all of them into the memory of this process. */
export interface RowOptions {
  /** The ranks that read together: each reads an even share of the samples, in their order. */
  ranks?: Ranks
  /** Leaves views in files, to be read in blocks. */
  blocks?: BlockedReading
}

/** Where views come to lie that are not held in memory. */
export interface BlockedReading {
  /** For views that cannot be read in blocks from their file again and again. */
  scratch: Scratch
  /** Opens an NPY file as a view that is read where it lies, samples along `axis`. */
  openNpy(path: string, axis: 'rows' | 'columns'): BlockedView
  /** Bytes per rank up to which tables, and files that cannot be read in parts, are held in memory, default 64 MiB; of longer tables half of that is read at a time. */
  small?: number
}

/** Bytes of a table that rank 0 reads and hands out at once. */
const tableBytes = 1 << 26

/** Bytes that are small enough to be held in the memory of all ranks together; without end where nothing is read in blocks. */
export function smallBytes({ ranks = singleProcess, blocks }: RowOptions): number {
  return blocks ? (blocks.small ?? tableBytes) * ranks.size : Number.POSITIVE_INFINITY
}

/**
 * `readContents` of what ranks share or what is read in blocks: tables in parts, which rank 0 reads, and the outline of matrices, of which parts can be read later. A large file that has to be read whole
 * is a warning. Collective.
 */
export async function readPart(
  source: ByteSource,
  options: SourceOptions,
  rows: RowOptions,
  warnings: string[],
): Promise<Contents[]> {
  const { ranks = singleProcess, blocks } = rows
  if (ranks.size === 1 && !blocks) return readContents(source, options)
  const format = await detectFormat(source)
  const reason = wholeReason(source, format)
  if (reason && ranks.size > 1) throw new NotInParts(reason)
  const outlineOptions = { ...options, outline: true }
  const large = source.byteLength > smallBytes(rows)
  if ((format === 'csv' || format === 'parquet') && (large || ranks.size > 1)) {
    const bytes = large ? Math.max((blocks?.small ?? tableBytes) / 2, 1) : tableBytes
    return [await readTableInParts(source, format, outlineOptions, ranks, bytes)]
  }
  if (reason && large) warnings.push(`${reason}: it was read whole, which needs memory for all of it`)
  return readContents(source, outlineOptions)
}

const inParts: readonly Format[] = ['csv', 'parquet', 'npy', 'hdf5', 'anndata']

/** Why a file of this format cannot be read in parts; null where it can. */
export function wholeReason(source: ByteSource, format: Format): string | null {
  return inParts.includes(format) ? null : `${source.name} (${format}) cannot be read in parts`
}
