import { isDataFile } from '../readers/archive/data-files.ts'

const picture = /\.(jpe?g|jfif|png|webp|gif|avif)$/i
const document = /\.(txt|text|md|markdown|html?)$/i

/** True for the name of a picture that may be decoded. */
export function isPictureName(name: string): boolean {
  return picture.test(name)
}

/** The pictures or the texts among the files of a folder or an archive, whichever are more; none beside files of numbers. Hidden files never count. */
export function thingsAmong(names: readonly string[]): string[] {
  const visible = names.filter((name) => !name.split(/[\\/]/).some((part) => /^(\.(?!\.?$)|__MACOSX$)/.test(part)))
  if (visible.some((name) => isDataFile(name) && !isDocumentName(name))) return []
  const pictures = visible.filter(isPictureName)
  const documents = visible.filter(isDocumentName)
  return pictures.length > documents.length ? pictures : documents
}

/** True for the name of a file that may be one text: plain, Markdown or HTML. */
export function isDocumentName(name: string): boolean {
  return document.test(name)
}
