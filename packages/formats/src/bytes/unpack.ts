import { detectFormat, type Format, type Packing } from '../readers/detect-format.ts'
import { badFile } from './bad-file.ts'
import type { ByteSource } from './byte-source.ts'

const unpackers: Record<Packing, (source: ByteSource) => Promise<ByteSource>> = {
  gzip: async (source) => (await import('./gunzip.ts')).gunzip(source),
  bzip2: async (source) => (await import('./bunzip.ts')).bunzip(source),
  xz: async (source) => (await import('./unxz.ts')).unxz(source),
  zstd: async (source) => (await import('./unzstd.ts')).unzstd(source),
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
