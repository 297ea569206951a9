/** What a file is taken for. */
export type FileRole = 'views' | 'metadata' | 'ignored'

/** Names that files of metadata have. */
const names = /clinic|meta[-_ ]?data|phenotyp|survival|annotation|covariate|patients?\b|sample[-_ ]?(info|sheet)/i
/** Bytes and lines of a table that are looked at. */
const looked = 32_768
const mostLines = 20

/** What each of several files is: those that describe samples, by their name or because most of their columns are words, are metadata and never become a view by themselves. */
export async function guessRoles(files: readonly File[]): Promise<Record<string, FileRole>> {
  const describing = await Promise.all(files.map(describesSamples))
  // Without a single view there is nothing to describe.
  const sure = files.length > 1 && describing.some((each) => !each)
  return Object.fromEntries(files.map(({ name }, i) => [name, sure && describing[i] ? 'metadata' : 'views']))
}

async function describesSamples(file: File): Promise<boolean> {
  if (names.test(file.name)) return true
  if (!/\.(csv|tsv|txt)$/i.test(file.name)) return false
  const lines = (await file.slice(0, looked).text()).split(/\r?\n/).slice(0, mostLines + 1)
  const mark = [',', '\t', ';'].reduce((best, each) =>
    lines[0].split(each).length > lines[0].split(best).length ? each : best,
  )
  const rows = lines.slice(1, -1).map((line) => line.split(mark))
  // The first column names the samples.
  const columns = lines[0].split(mark).length - 1
  if (rows.length === 0 || columns < 1) return false
  const isWord = (cell = '') => cell.trim() !== '' && Number.isNaN(Number(cell.replaceAll('"', '')))
  const words = Array.from({ length: columns }, (_, c) => rows.filter((row) => isWord(row[c + 1])).length)
  return words.filter((count) => count > rows.length / 2).length > columns / 2
}
