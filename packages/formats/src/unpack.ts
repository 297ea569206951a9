import { badFile } from './bytes/bad-file.ts'
import type { ByteSource } from './bytes/byte-source.ts'
import { detectFormat, type Format, type Packing } from './detect-format.ts'
import { bunzip } from './packing/bunzip.ts'
import { gunzip } from './packing/gunzip.ts'
import { unxz } from './packing/unxz.ts'
import { unzstd } from './packing/unzstd.ts'

const unpackers: Record<Packing, (source: ByteSource) => Promise<ByteSource>> = {
  gzip: gunzip,
  bzip2: bunzip,
  xz: unxz,
  zstd: unzstd,
}

/** The file itself, or the one that a packed file (.gz, .bz2, .xz, .zst) holds, and its format. */
export async function unpack(source: ByteSource): Promise<{ file: ByteSource; format: Exclude<Format, Packing> }> {
  const outer = await detectFormat(source)
  if (!isPacking(outer)) return { file: source, format: outer }
  const file = { ...(await unpackers[outer](source)), pause: source.pause }
  const format = await detectFormat(file)
  if (isPacking(format)) throw badFile(source.name, 'is compressed twice, unpack it once')
  return { file, format }
}

function isPacking(format: Format): format is Packing {
  return format in unpackers
}
