import { InputError } from '@manyview/core'
import { counted, plural } from '@manyview/core/words'
import { badFile } from '../bytes/bad-file.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { decodeWestern, fromUtf16 } from '../bytes/decode-text.ts'
import type { FoundView } from '../dataset/findings.ts'
import type { HeldView } from '../dataset/rows/take-samples.ts'
import type { BrokenThing, ThingColumn, ThingReading } from './thing-column.ts'

/**
 * The things of a column in the order of the samples: `rows` has, for each sample, the place of its thing in `things`. Documents are read, pictures are opened and left unread. What had to be guessed goes
 * to `warnings`.
 */
export async function readThings(
  { name, source, things }: FoundView,
  rows: HeldView,
  reading: ThingReading,
  warnings: string[],
): Promise<ThingColumn> {
  const broken: BrokenThing[] = []
  const common = { name, source, broken }
  const { data, present } = rows as HeldView & { data: ArrayLike<number> }
  const placeOf = (sample: number) => (present && !present[sample] ? -1 : data[sample])
  const samples = Array.from({ length: rows.samples }, (_, i) => i)
  /** What is got for a sample, or `none` where it cannot be had, which is then broken. */
  const attempt = async <T>(sample: number, thing: string, get: () => T | Promise<T>, none: T): Promise<T> => {
    try {
      return await get()
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      broken.push({ sample, name: thing, reason: error.message.slice(`${error.argument}: `.length) })
      return none
    }
  }
  const western: string[] = []
  const textOf = async (file: ByteSource) => {
    const { text, western: guessed } = await readDocument(file)
    await file.pause?.()
    if (guessed) western.push(file.name)
    return text
  }
  if ('cells' in things!) {
    const cells = samples.map((i) => (placeOf(i) < 0 ? '' : things.cells[placeOf(i)]))
    if (things.kind === 'texts') return { kind: 'texts', ...common, texts: cells }
    const pictures: (ByteSource | null)[] = []
    for (const [i, path] of cells.map((cell) => cell.trim()).entries())
      pictures.push(path === '' ? null : await attempt(i, path, () => reading.open(path, source), null))
    return { kind: 'pictures', ...common, pictures }
  }
  const files = samples.map((i) => things!.files[placeOf(i)] ?? null)
  if (things!.kind === 'pictures') return { kind: 'pictures', ...common, pictures: files }
  const texts: string[] = []
  for (const [i, file] of files.entries()) texts.push(file ? await attempt(i, file.name, () => textOf(file), '') : '')
  if (western.length > 0)
    warnings.push(
      `${counted(western.length, 'text')} ${plural(western.length, 'is', 'are')} not UTF-8 and ${plural(western.length, 'was', 'were')} read as Western European (the first is ${western[0]}); save as UTF-8 if that is wrong`,
    )
  return { kind: 'texts', ...common, texts }
}

/** Bytes of a document, at most. */
const mostBytes = 1 << 26
/** Share of bytes outside ASCII up to which bytes that are not UTF-8 may be Western European. */
const mostAccents = 0.2

/** A text as it was read. */
interface Document {
  text: string
  /** True where it is not UTF-8 and was taken as Western European (Windows-1252), which may be wrong. */
  western: boolean
}

/** The text of a document: UTF-8, UTF-16 with its mark, or Western European; of HTML what a reader sees. Bytes that are no text in these are refused. */
export async function readDocument(source: ByteSource): Promise<Document> {
  if (source.byteLength > mostBytes)
    throw badFile(source.name, `has ${source.byteLength} bytes, more than a text may have (${mostBytes}), split it`)
  const bytes = source.byteLength > 1 ? await (await fromUtf16(source)).slice(0) : await source.slice(0)
  const utf8 = decodeUtf8(bytes)
  if (isBinary(bytes) || (utf8 === null && accents(bytes) > mostAccents))
    throw badFile(source.name, 'is text in no known encoding, save it as UTF-8')
  const text = utf8 ?? decodeWestern(bytes)
  return { text: /\.html?$/i.test(source.name) ? htmlText(text) : text, western: utf8 === null }
}

/** The text of bytes in UTF-8; null where they are not. */
function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** True where control characters stand that no text has. */
function isBinary(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte < 32 && (byte < 7 || byte > 13) && byte !== 27)
}

/** Share of the bytes that are not ASCII. */
function accents(bytes: Uint8Array): number {
  let count = 0
  for (const byte of bytes) if (byte > 127) count++
  return count / bytes.length
}

/** Elements whose content no reader sees. */
const unseen = ['script', 'style', 'template', 'noscript', 'svg']
const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", ndash: '–', mdash: '—' }
const quotes: Record<string, string> = { lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', hellip: '…', euro: '€' }
/** Names of the characters from U+00A0 on. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'.split(
    ' ',
  )
const named = new Map([
  ...Object.entries({ ...signs, ...quotes }),
  ...latin.map((name, i): [string, string] => [name, String.fromCharCode(0xa0 + i)]),
])

/** The text of an HTML page as a reader sees it: tags are spaces, characters by name or number are themselves. What is not closed ends the text. O(length). */
export function htmlText(html: string): string {
  const lower = html.toLowerCase()
  const pieces: string[] = []
  let place = 0
  while (place < html.length) {
    const tag = html.indexOf('<', place)
    pieces.push(html.slice(place, tag < 0 ? html.length : tag))
    if (tag < 0) break
    const hidden = unseen.find(
      (name) => lower.startsWith(name, tag + 1) && /[\s/>]/.test(lower[tag + 1 + name.length] ?? ''),
    )
    const inside = lower.startsWith('<!--', tag)
      ? lower.indexOf('-->', tag)
      : hidden
        ? lower.indexOf(`</${hidden}`, tag)
        : tag
    const end = inside < 0 ? -1 : html.indexOf('>', inside)
    if (end < 0) break
    place = end + 1
  }
  return pieces
    .join(' ')
    .replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]+\d{0,2});/gi, (whole, name: string) => character(name) ?? whole)
}

function character(name: string): string | undefined {
  if (!name.startsWith('#')) return named.get(name)
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined
}
