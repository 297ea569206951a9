import { type Communicator, InputError } from 'manyview'
import type { ByteSource } from '../bytes/byte-source.ts'
import { orient } from '../dataset/orient.ts'
import { detectFormat, type Format } from '../detect-format.ts'
import { countRowGroups } from '../parquet/count-row-groups.ts'
import type { ReadOptions } from '../read-options.ts'
import { isNumberMatrix, npyHeader } from './npy-part.ts'

/** Whether ranks can read only their own samples of these files: the format of each, or in words why not. */
export type SplitCheck = { formats: Format[]; notes: string[]; warnings: string[] } | { reason: string }

/** Looks at the beginning (and the footer) of every file. */
export async function splitCheck(
  sources: readonly ByteSource[],
  options: ReadOptions,
  communicator: Communicator,
): Promise<SplitCheck> {
  checkSizes(sources, communicator)
  const formats: Format[] = []
  const shapes: { name: string; rows: number; columns: number }[] = []
  for (const source of sources) {
    const format = await detectFormat(source)
    formats.push(format)
    if (format === 'npy') {
      const header = await npyHeader(source)
      if (!isNumberMatrix(header)) return { reason: `${source.name} holds no matrix of numbers` }
      shapes.push({ name: source.name, rows: header.shape[0], columns: header.shape[1] })
    } else if (format === 'parquet') {
      const groups = await countRowGroups(source)
      if (groups < communicator.size)
        return { reason: `${source.name} has ${groups} row groups for ${communicator.size} ranks` }
    } else if (format !== 'csv') return { reason: `${source.name} (${format}) cannot be read in parts` }
  }
  if (shapes.length === 0) return { formats, notes: [], warnings: [] }
  const { axes, samples, note, warning } = orient(shapes, { labels: [], files: [] }, options.samples)
  if (axes.includes('columns')) return { reason: 'samples are columns' }
  if (samples < communicator.size) return { reason: `there are ${samples} samples for ${communicator.size} ranks` }
  return { formats, notes: note ? [note] : [], warnings: warning ? [warning] : [] }
}

/** Ranks on different machines may see different files under one name. */
function checkSizes(sources: readonly ByteSource[], communicator: Communicator): void {
  const own = Float64Array.from(sources, ({ byteLength }) => byteLength)
  const all = communicator.allGather(own)
  all.forEach((bytes, at) => {
    const s = at % sources.length
    if (bytes === all[s]) return
    throw new InputError(
      `has ${bytes} bytes on rank ${Math.floor(at / sources.length)} but ${all[s]} on rank 0, give every rank the same file`,
      { code: 'file', argument: sources[s].name },
    )
  })
}
