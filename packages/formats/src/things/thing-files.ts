import { counted } from '@manyview/core/words'
import type { ByteSource } from '../bytes/byte-source.ts'
import type { DenseValue } from '../bytes/stored-value.ts'
import type { Findings, FoundLabels } from '../dataset/findings.ts'
import { canBeClasses } from '../dataset/label-values.ts'
import type { ReadOptions } from '../dataset/read-options.ts'
import { looksNumeric } from '../table/parse-number.ts'
import { isDocumentName, isPictureName } from './thing-column.ts'

/** Bytes of a document that are looked at, from its middle on: a table of numbers may begin with many names. */
const lookBytes = 4096

/** Files that are one thing each: texts or pictures, a sample per file. */
interface ThingFiles {
  kind: 'texts' | 'pictures'
  files: ByteSource[]
}

/** The things among files, where all of them are of one kind and at least two, or one where it is asked for; null for files of numbers. Documents are told from tables by looking. */
export async function findThingFiles(
  sources: readonly ByteSource[],
  { texts, pictures }: ReadOptions = {},
): Promise<ThingFiles | null> {
  const isAsked = texts?.includes('texts') || pictures?.includes('pictures')
  if (sources.length < (isAsked ? 1 : 2)) return null
  const files = [...sources].sort((a, b) => (a.name < b.name ? -1 : 1))
  if (files.every(({ name }) => isPictureName(name))) return { kind: 'pictures', files }
  if (!files.every(({ name }) => isDocumentName(name))) return null
  // Two files are looked at, so that one list of numbers among texts does not decide.
  const looked = await Promise.all([files[0], files[files.length - 1]].map(isProse))
  return looked.includes(true) ? { kind: 'texts', files } : null
}

/** True where fewer than half of the words are numbers and lines are not cut by tabs, as those of a table are. */
async function isProse(source: ByteSource): Promise<boolean> {
  if (/\.(md|markdown|html?)$/i.test(source.name)) return true
  const middle = Math.floor(source.byteLength / 2)
  const begin = source.byteLength <= lookBytes ? 0 : middle
  const text = new TextDecoder().decode(await source.slice(begin, Math.min(begin + lookBytes, source.byteLength)))
  const words = text.split(/[\s,;]+/).filter((word) => word !== '')
  return words.filter(looksNumeric).length * 2 < words.length && text.split('\t').length <= text.split('\n').length
}

/** What files of things hold: one column, the ids from the names of the files, and the names of their folders as classes that may be true. */
export function findingsOfThings({ kind, files }: ThingFiles): Findings {
  const paths = withoutCommonFolder(files.map(({ name }) => name))
  const note = `${counted(files.length, kind === 'pictures' ? 'picture' : 'text')}, a sample per file; ids are the names of the files`
  const folders = paths.map((path) => path.split(/[\\/]/).slice(0, -1).join('/'))
  const labels: FoundLabels[] = canBeClasses(folders) ? [{ name: 'folder', values: folders, ids: paths }] : []
  return {
    views: [
      {
        name: kind,
        source: folderOf(files),
        value: rowNumbers(files.length),
        axis: 'rows',
        ids: paths,
        things: { kind, files },
      },
    ],
    labels,
    notes: [
      note,
      ...(labels.length > 0 ? ['the folders of the files are not clustered, --labels folder scores against them'] : []),
    ],
    warnings: [],
  }
}

/** The places of n rows as a column of numbers, which goes wherever the samples go. */
export function rowNumbers(rows: number): DenseValue {
  return { type: 'dense', shape: [rows, 1], order: 'rows', data: Float64Array.from({ length: rows }, (_, i) => i) }
}

function folderOf([first]: readonly ByteSource[]): string {
  return first.name.split(/[\\/]/).slice(0, -1).join('/') || first.name
}

function withoutCommonFolder(paths: readonly string[]): string[] {
  const parts = paths.map((path) => path.split(/[\\/]/))
  let common = 0
  while (parts.every((path) => path.length > common + 1 && path[common] === parts[0][common])) common++
  return parts.map((path) => path.slice(common).join('/'))
}
