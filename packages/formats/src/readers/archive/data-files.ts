const packed = '(\\.(gz|bz2|xz|zst))?'
const endings = [
  'mat|npy|npz|csv|tsv|tab|txt|parquet|arrow|feather|jsonl|ndjson|json|mtx|h5|hdf5|h5ad|h5mu',
  'xlsx|xlsm|ods|rds|rdata|rda',
]
const dataFile = new RegExp(`\\.(${endings.join('|')})${packed}$`, 'i')
const notData = ['manyview.json', 'clustering.json', 'package.json', 'views.json']

/** True for a file of a folder or an archive that may hold a view, told by its name; hidden ones and our own results do not. */
export function isDataFile(path: string): boolean {
  const parts = path.split(/[\\/]/)
  const name = parts[parts.length - 1]
  return !parts.some((part) => /^(\.(?!\.?$)|__MACOSX$)/.test(part)) && dataFile.test(name) && !notData.includes(name)
}

/** True for the file of a folder or an archive that says where the views are. */
export function isManifest(path: string): boolean {
  return /(^|[\\/])views\.json$/.test(path)
}
