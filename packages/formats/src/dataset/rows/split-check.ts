import type { Communicator } from '@manyview/core'
import { counted } from '@manyview/core/words'
import type { ByteSource } from '../../bytes/byte-source.ts'
import type { Format } from '../../readers/detect-format.ts'
import { countRowGroups } from '../../readers/parquet/count-row-groups.ts'
import { NotInParts } from './not-in-parts.ts'

const inParts: readonly Format[] = ['csv', 'parquet', 'npy', 'hdf5', 'anndata']

/** Why a file of this format cannot be read in parts; null where it can. */
export function wholeReason(source: ByteSource, format: Format): string | null {
  return inParts.includes(format) ? null : `${source.name} (${format}) cannot be read in parts`
}

/** Throws `NotInParts` where ranks cannot read only their own samples of a file that all of them see. */
export async function splitCheck(source: ByteSource, format: Format, { size }: Communicator): Promise<void> {
  const reason = wholeReason(source, format)
  if (reason) throw new NotInParts(reason)
  if (format !== 'parquet') return
  const groups = await countRowGroups(source)
  if (groups < size)
    throw new NotInParts(`${source.name} has ${counted(groups, 'row group')} for ${counted(size, 'rank')}`)
}
