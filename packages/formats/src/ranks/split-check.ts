import type { Communicator } from '@manyview/core'
import type { ByteSource } from '../bytes/byte-source.ts'
import { detectFormat, type Format } from '../detect-format.ts'
import { countRowGroups } from '../parquet/count-row-groups.ts'
import { NotInParts } from './not-in-parts.ts'

const wholeFormats: readonly Format[] = [
  'mat5',
  'npz',
  'arrow',
  'json',
  'matrix-market',
  'tenx',
  'xlsx',
  'ods',
  'r',
  'zip',
  'tar',
  'gzip',
  'bzip2',
  'xz',
  'zstd',
]

/** Looks at the beginning (and the footer) of a file that all ranks see: throws `NotInParts` where ranks cannot read only their own samples of it. */
export async function splitCheck(source: ByteSource, communicator: Communicator): Promise<Format> {
  const format = await detectFormat(source)
  if (wholeFormats.includes(format)) throw new NotInParts(`${source.name} (${format}) cannot be read in parts`)
  if (format === 'parquet') {
    const groups = await countRowGroups(source)
    if (groups < communicator.size)
      throw new NotInParts(`${source.name} has ${groups} row groups for ${communicator.size} ranks`)
  }
  return format
}
