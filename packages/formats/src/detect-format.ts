import { isAnnData } from './anndata/read-anndata.ts'
import { badFile } from './bytes/bad-file.ts'
import type { ByteSource } from './bytes/byte-source.ts'
import { fileStem } from './bytes/file-stem.ts'
import { findSignature } from './hdf5/hdf5-bytes.ts'

/** The formats that are read. */
export type Format =
  | 'mat5'
  | 'hdf5'
  | 'anndata'
  | 'npy'
  | 'npz'
  | 'csv'
  | 'parquet'
  | 'arrow'
  | 'json'
  | 'matrix-market'
  | 'gzip'

/** Tells the format by the first bytes, then by the ending of the name; text of any other name is taken as delimited text. */
export async function detectFormat(source: ByteSource): Promise<Format> {
  if (source.byteLength === 0) throw badFile(source.name, 'is empty (0 bytes), get the file again')
  const head = await source.slice(0, Math.min(132, source.byteLength))
  const starts = (text: string, at = 0) => [...text].every((letter, i) => head[at + i] === letter.charCodeAt(0))
  const ending = /\.([a-z0-9]+)$/i.exec(source.name)?.[1].toLowerCase() ?? ''
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip'
  if (starts('\x93NUMPY')) return 'npy'
  if (ending === 'xlsx') throw badFile(source.name, wrong.xlsx)
  if (starts('PK\x03\x04') || starts('PK\x05\x06')) return 'npz'
  if (starts('PAR1')) return 'parquet'
  if (starts('ARROW1') || starts('\xff\xff\xff\xff')) return 'arrow'
  if ((await findSignature(source)) >= 0) return (await isAnnData(source)) ? 'anndata' : 'hdf5'
  if (starts('MATLAB 5.0') || starts('IM', 126) || starts('MI', 126)) return 'mat5'
  if (starts('%%MatrixMarket')) return 'matrix-market'
  if (starts('FEA1')) throw badFile(source.name, 'is Feather version 1, save it as version 2 (Arrow)')
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

/** The line of Python that converts a pickle, which may run code when it is opened. */
function pickleHint(name: string, ending: string): string {
  const file = name.split(/[\\/]/).pop()!.replace(/['"\\]/g, '')
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
  xlsx: 'is an Excel file, save it as CSV',
}
