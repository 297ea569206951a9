/** The file's name without folders and endings: `data/text.csv.gz` gives `text`. */
export function fileStem(name: string): string {
  const base = name.split(/[\\/]/).pop() ?? name
  const stem = base.replace(/\.(gz|bz2|xz|zst)$/i, '').replace(/\.[A-Za-z0-9]{1,8}$/, '')
  return stem || base
}
