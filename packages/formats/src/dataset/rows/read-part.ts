import type { BlockedView, Communicator, Scratch } from '@manyview/core'
import { oneProcess } from '@manyview/core/numerics'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { detectFormat } from '../../readers/detect-format.ts'
import { readContents } from '../../readers/read-contents.ts'
import type { Contents, SourceOptions } from '../../readers/read-source.ts'
import { splitCheck, wholeReason } from './split-check.ts'
import { ownTable } from './table-parts.ts'

/** Where the samples go that are read; without options all of them into the memory of this process. */
export interface RowOptions {
  /** The ranks that read together: each reads an even share of the samples, in their order. */
  communicator?: Communicator
  /** Leaves views in files, to be read in blocks. */
  blocks?: BlockedReading
}

/** Where views come to lie that are not held in memory. */
export interface BlockedReading {
  /** For views that cannot be read in blocks from their file again and again. */
  scratch: Scratch
  /** Opens an NPY file as a view that is read where it lies, samples along `axis`. */
  openNpy(path: string, axis: 'rows' | 'columns'): BlockedView
  /** Tables, and files that cannot be read in parts, of at most so many bytes per rank are held in memory, default 64 MiB; of longer tables half as many are read at a time. */
  small?: number
}

/** Bytes that are small enough to be held in the memory of all ranks together; without end where nothing is read in blocks. */
export function smallBytes({ communicator = oneProcess, blocks }: RowOptions): number {
  return blocks ? (blocks.small ?? 1 << 26) * communicator.size : Number.POSITIVE_INFINITY
}

/**
 * `readContents` of a part: the rows of a table that are this rank's (delimited text by bytes, Parquet by row groups), in several parts where it is large, and the outline of matrices, of which parts
 * can be read later. A large file that has to be read whole is a warning. Collective.
 */
export async function readPart(
  source: ByteSource,
  options: SourceOptions,
  rows: RowOptions,
  warnings: string[],
): Promise<Contents[]> {
  const { communicator = oneProcess, blocks } = rows
  if (communicator.size === 1 && !blocks) return readContents(source, options)
  const format = await detectFormat(source)
  if (communicator.size > 1) await splitCheck(source, format, communicator)
  const given = { ...options, outline: true }
  const large = source.byteLength > smallBytes(rows)
  const isTable = format === 'csv' || format === 'parquet'
  if (isTable && (large || communicator.size > 1))
    return [
      await ownTable(source, format, given, communicator, large ? Math.max((blocks?.small ?? 1 << 26) / 2, 1) : null),
    ]
  const reason = wholeReason(source, format)
  if (reason && large) warnings.push(`${reason}: it was read whole, which needs memory for all of it`)
  return readContents(source, given)
}
