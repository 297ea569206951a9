import { badFile } from '../bytes/bad-file.ts'
import { type ByteSource, fileStem } from '../bytes/byte-source.ts'
import { isAnnData } from './anndata/read.ts'
import { isTar } from './archive/read.ts'
import { openZip } from './archive/zip.ts'
import { findSignature } from './hdf5/bytes.ts'
import { isR } from './r/parse.ts'
import { isTenX } from './tenx/read.ts'

/** The formats that are read. */
export type Format =
  | 'mat5'
  | 'hdf5'
  | 'anndata'
  | 'tenx'
  | 'npy'
  | 'npz'
  | 'csv'
  | 'parquet'
  | 'arrow'
  | 'json'
  | 'matrix-market'
  | 'xlsx'
  | 'ods'
  | 'r'
  | 'zip'
  | 'tar'
  | Packing

/** Formats that hold one file in fewer bytes. */
export type Packing = 'gzip' | 'bzip2' | 'xz' | 'zstd'

const headBytes = 512

/** Tells the format by the first bytes, then by the ending of the name; text of any other name is taken as delimited text. */
export async function detectFormat(source: ByteSource): Promise<Format> {
  if (source.byteLength === 0) throw badFile(source.name, 'is empty (0 bytes), get the file again')
  const head = await source.slice(0, Math.min(headBytes, source.byteLength))
  const starts = (text: string, at = 0) => [...text].every((letter, i) => head[at + i] === letter.charCodeAt(0))
  const ending = /\.([a-z0-9]+)$/i.exec(source.name)?.[1].toLowerCase() ?? ''
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip'
  if (starts('\x93NUMPY')) return 'npy'
  if (starts('PK\x03\x04') || starts('PK\x05\x06')) return zipFormat(source, ending)
  if (starts('BZh') && (starts('1AY&SY', 4) || starts('\x17\x72\x45\x38', 4))) return 'bzip2'
  if (starts('\xfd7zXZ\0')) return 'xz'
  if (starts('\x28\xb5\x2f\xfd')) return 'zstd'
  if (isR(head)) return 'r'
  if (starts('PAR1')) return 'parquet'
  if (starts('ARROW1') || starts('\xff\xff\xff\xff')) return 'arrow'
  if ((await findSignature(source)) >= 0)
    return (await isAnnData(source)) ? 'anndata' : (await isTenX(source)) ? 'tenx' : 'hdf5'
  if (starts('MATLAB 5.0') || starts('IM', 126) || starts('MI', 126)) return 'mat5'
  if (starts('%%MatrixMarket')) return 'matrix-market'
  if (starts('FEA1')) throw badFile(source.name, 'is Feather version 1, save it as version 2 (Arrow)')
  if (isTar(head)) return 'tar'
  if (/^(pkl|pickle|joblib)$/.test(ending) || (head[0] === 0x80 && head[1] >= 2 && head[1] <= 5))
    throw badFile(source.name, pickleHint(source.name, ending))
  if (ending in wrong) throw badFile(source.name, wrong[ending])
  const first = new TextDecoder()
    .decode(head)
    .replace(/^\uFEFF/, '')
    .trimStart()[0]
  return /^(json|jsonl|ndjson)$/.test(ending) || first === '{' || (first === '[' && !/^(csv|tsv)$/.test(ending))
    ? 'json'
    : 'csv'
}

/** What a zip archive is: told by its ending, else by what it holds. */
async function zipFormat(source: ByteSource, ending: string): Promise<Format> {
  if (ending === 'npz') return 'npz'
  const names = (await openZip(source)).map(({ name }) => name)
  if (names.includes('xl/workbook.xml')) return 'xlsx'
  if (names[0] === 'mimetype' && names.includes('content.xml')) return 'ods'
  if (ending in wrong && ending !== 'zip') throw badFile(source.name, wrong[ending])
  return names.length > 0 && names.every((name) => name.endsWith('.npy')) ? 'npz' : 'zip'
}

/** The line of Python that converts a pickle, which may run code when it is opened. */
function pickleHint(name: string, ending: string): string {
  const file = name
    .split(/[\\/]/)
    .pop()!
    .replace(/['"\\]/g, '')
  const [module, load] = ending === 'joblib' ? ['joblib', 'joblib.load'] : ['pandas', 'pandas.read_pickle']
  return `is a Python pickle, which may run code and is not opened, convert it: python -c "import numpy, ${module}; numpy.save('${fileStem(file)}.npy', ${load}('${file}'))"`
}

/** What to say of a file whose name promises a format that its content is not. */
const wrong: Record<string, string> = {
  mat: 'is no MATLAB file of version 5 to 7.3, save it again with -v7',
  npy: 'is no NPY file, save it again with numpy.save',
  npz: 'is no NPZ file, save it again with numpy.savez',
  parquet: 'is no Parquet file, get the file again',
  arrow: 'is no Arrow file, get the file again',
  feather: 'is no Feather file, get the file again',
  h5: 'is no HDF5 file, get the file again',
  hdf5: 'is no HDF5 file, get the file again',
  h5ad: 'is no AnnData file, get the file again',
  h5mu: 'is no MuData file, get the file again',
  mtx: 'has no Matrix Market header, get the file again',
  gz: 'is no gzip file, get the file again',
  xlsx: 'is no Excel workbook, save it again as .xlsx',
  xls: 'is of Excel before 2007, save it as .xlsx',
  ods: 'is no OpenDocument spreadsheet, save it again as .ods',
  zip: 'is no zip archive, get the file again',
  rds: 'is no R file, save it again with saveRDS',
  rdata: 'is no R file, save it again with save',
  rda: 'is no R file, save it again with save',
}
