import { type Communicator, InputError } from 'manyview'
import type { ByteSource } from '../bytes/byte-source.ts'
import { detectFormat, type Format } from '../detect-format.ts'
import { countRowGroups } from '../parquet/count-row-groups.ts'
import { NotInParts } from './not-in-parts.ts'

const wholeFormats: readonly Format[] = ['mat5', 'npz', 'arrow', 'json', 'matrix-market', 'gzip']

/** Looks at the beginning (and the footer) of a file that all ranks see: throws `NotInParts` where ranks cannot read only their own samples of it. */
export async function splitCheck(source: ByteSource, communicator: Communicator): Promise<Format> {
  checkSize(source, communicator)
  const format = await detectFormat(source)
  if (wholeFormats.includes(format)) throw new NotInParts(`${source.name} (${format}) cannot be read in parts`)
  if (format === 'parquet') {
    const groups = await countRowGroups(source)
    if (groups < communicator.size)
      throw new NotInParts(`${source.name} has ${groups} row groups for ${communicator.size} ranks`)
  }
  return format
}

/** Ranks on different machines may see different files under one name. */
function checkSize(source: ByteSource, communicator: Communicator): void {
  const all = communicator.allGather(Float64Array.of(source.byteLength))
  const other = all.findIndex((bytes) => bytes !== all[0])
  if (other >= 0)
    throw new InputError(
      `has ${all[other]} bytes on rank ${other} but ${all[0]} on rank 0, give every rank the same file`,
      { code: 'file', argument: source.name },
    )
}
