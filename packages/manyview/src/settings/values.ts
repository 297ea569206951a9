import { InputError } from '@manyview/core'
import { columnKinds } from '@manyview/core/metadata'
import type { Clusters, Outliers } from '@manyview/core/methods'
import { viewKinds } from '@manyview/core/methods'

/** What the value of a setting may be, on the command line (text) and in a settings file (JSON). */
export interface Value<T> {
  /** Right values in words, as messages end: `give …`. */
  what: string
  /** The value that text or JSON stands for; undefined where it stands for none. */
  read(raw: unknown): T | undefined
  /** What a flag that is given again makes of the values; without it the last one counts. */
  add?(before: T, next: T): T | undefined
  /** Values that a shell can propose. */
  words?: readonly string[]
  /** What JSON may say, as JSON Schema. */
  schema: JsonSchema
}

export type JsonSchema = Readonly<Record<string, unknown>>

const textSchema = { type: 'string' }
const textsSchema = { type: 'array', items: textSchema }

/** Kinds of views for the reader, beside those that say how a method treats a view. */
export const readerKinds = ['numeric', 'counts', 'binary', 'categorical'] as const
export const kindsOfViews: readonly string[] = [...new Set([...readerKinds, ...viewKinds])]
/** Texts and pictures become views, the others describe samples (times and events are those of survival); `none` is neither. */
export const kindsOfColumns: readonly string[] = ['text', 'picture', ...columnKinds, 'time', 'event', 'none']
/** Everything that `--kind` takes. */
export const kinds: readonly string[] = [...kindsOfViews, ...kindsOfColumns]

export const text: Value<string> = {
  what: 'text',
  schema: textSchema,
  read: (raw) => (typeof raw === 'string' ? raw : undefined),
}

export const path: Value<string> = { ...text, what: 'a path' }

export const folderOrNone: Value<string> = { ...text, what: 'a folder or none', words: ['none'] }

export const yes: Value<boolean> = {
  what: 'true or false',
  schema: { type: 'boolean' },
  read: (raw) => (typeof raw === 'boolean' ? raw : undefined),
}

/** One of some words. */
export function choice<W extends string>(...words: readonly W[]): Value<W> {
  return { what: list(words), words, schema: { enum: words }, read: (raw) => words.find((word) => word === raw) }
}

/** A whole number of at least `minimum`. */
export function whole(minimum?: number): Value<number> {
  return {
    what: `a whole number${minimum === undefined ? '' : ` of at least ${minimum}`}`,
    schema: { type: 'integer', ...(minimum === undefined ? {} : { minimum }) },
    read(raw) {
      const number = numberOf(raw)
      return Number.isSafeInteger(number) && number >= (minimum ?? -Infinity) ? number : undefined
    },
  }
}

/** Names, on the command line separated by commas. */
export const names: Value<string[]> = {
  what: 'names, separated by commas',
  schema: textsSchema,
  read: (raw) => (typeof raw === 'string' ? nameList(raw) : texts(raw)),
}

/** Paths, one per flag. */
export const paths: Value<string[]> = {
  what: 'paths',
  schema: textsSchema,
  read: (raw) => (typeof raw === 'string' ? [raw] : texts(raw)),
  add: (before, next) => [...before, ...next],
}

/** Values by name, one per flag: `name=value`. */
export function record<V extends string | number | boolean = string>(
  example: string,
  fits = (value: unknown): boolean => typeof value === 'string',
  what = 'name=value',
  entry: JsonSchema = textSchema,
): Value<Record<string, V>> {
  return {
    what: `${what}, for example ${example}`,
    schema: { type: 'object', additionalProperties: entry },
    read(raw) {
      const value = typeof raw === 'string' ? pair(raw) : raw
      return isObject(value) && Object.values(value).every(fits) ? (value as Record<string, V>) : undefined
    },
    add: (before, next) => ({ ...before, ...next }),
  }
}

export const clusters: Value<Clusters> = {
  what: 'a whole number of at least 1, a range such as 2..40, or auto',
  schema: {
    anyOf: [
      { type: 'integer', minimum: 1 },
      { type: 'string', pattern: '^(auto|\\d+\\.\\.\\d+)$' },
    ],
  },
  words: ['auto'],
  read(raw) {
    const word = wordOf(raw)
    if (word === 'auto') return 'auto'
    const [, first, last] = /^(\d+)(?:\s*\.\.\s*(\d+))?$/.exec(word) ?? []
    const [from, to] = [Number(first), Number(last ?? first)]
    if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from < 1 || to < from) return undefined
    return last === undefined ? from : { from, to }
  },
}

export const outliers: Value<Outliers> = {
  what: 'auto or a share of the samples below 100%, such as 2%',
  schema: { type: 'string', pattern: '^(auto|\\d+(\\.\\d+)?%)$' },
  words: ['auto'],
  read(raw) {
    const word = wordOf(raw)
    if (word === 'auto') return 'auto'
    const [, number, percent] = /^(\d+(?:\.\d+)?|\.\d+)\s*(%?)$/.exec(word) ?? []
    const share = Number(number) / (percent ? 100 : 1)
    return number !== undefined && share < 1 ? share : undefined
  },
}

const units: Record<string, number> = { '': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12 }

export const bytes: Value<number> = {
  what: 'a number of bytes, for example 8GB',
  schema: { type: ['string', 'integer'] },
  read(raw) {
    const match = /^(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?$/i.exec(wordOf(raw))
    const count = match ? Number(match[1]) * units[match[2].toLowerCase()] : 0
    return count >= 1 ? Math.floor(count) : undefined
  },
}

export const minutes: Value<number> = {
  what: 'minutes, for example 30',
  schema: { type: 'number', exclusiveMinimum: 0 },
  read(raw) {
    const number = numberOf(raw)
    return Number.isFinite(number) && number > 0 ? number : undefined
  },
}

/** `use`, `ignore`, or the columns of `use=COLUMN,…`. */
export const categories: Value<'use' | 'ignore' | string[]> = {
  what: 'use, use=COLUMN,… or ignore',
  schema: { anyOf: [{ enum: ['use', 'ignore'] }, textsSchema] },
  words: ['use', 'ignore'],
  read(raw) {
    if (raw === 'use' || raw === 'ignore') return raw
    if (typeof raw !== 'string') return texts(raw)
    const columns = raw.startsWith('use=') ? nameList(raw.slice(4)) : []
    return columns.length > 0 ? columns : undefined
  },
}

/** Where results go. */
export interface Places {
  /** The folder for all of them. */
  folder?: string
  /** The file for the labels alone; `-` is stdout. */
  labels?: string
}

export const places: Value<Places> = {
  what: 'one folder and one FILE.csv (or -) at most',
  schema: { anyOf: [textSchema, textsSchema] },
  read(raw) {
    const all = paths
      .read(raw)
      ?.map((path) => (path === '-' || /\.csv$/i.test(path) ? { labels: path } : { folder: path }))
    return all?.reduce<Places | undefined>((before, next) => before && addPlace(before, next), {})
  },
  add: addPlace,
}

function addPlace(before: Places, next: Places): Places | undefined {
  const twice = Object.keys(next).some((key) => Object.hasOwn(before, key))
  return twice ? undefined : { ...before, ...next }
}

/** What `--write` adds to labels.csv and clustering.json. */
type Part = 'report' | 'npy' | 'parquet'
const parts: readonly string[] = ['report', 'npy', 'parquet', 'none']

export const writtenParts: Value<Part[]> = {
  what: 'report, npy, parquet (separated by commas) or none',
  schema: { type: 'array', items: { enum: parts } },
  words: parts,
  read(raw) {
    const words = names.read(raw)
    if (!words?.length || !words.every((word) => parts.includes(word))) return undefined
    if (words.includes('none')) return words.length === 1 ? [] : undefined
    return words as Part[]
  },
}

/** Where the state of a long fit is kept, and the minutes between two states. */
interface CheckpointPlace {
  folder: string
  minutes?: number
}

export const checkpoint: Value<CheckpointPlace> = {
  what: 'a folder, or a folder and minutes such as state,5',
  schema: textSchema,
  read(raw) {
    if (typeof raw !== 'string' || raw === '') return undefined
    const [, folder, minutes] = /^(.+),(\d+(?:\.\d+)?)$/.exec(raw) ?? []
    return folder === undefined ? { folder: raw } : { folder, minutes: Number(minutes) }
  },
}

/** `a,b,c` as a list. */
export function nameList(word: string): string[] {
  return word
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** `a, b or c`. */
export function list(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

/** A wrong value in a message; of lists and objects only that they are such, for they can be of any length and depth. */
export function display(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value !== 'string') return String(value)
  return value.trim() === '' ? 'empty' : Number.isNaN(Number(value)) ? `"${value}"` : value
}

/** The value of a flag; an InputError says what would be right. */
export function readFlag<T>(flag: string, { what, read, add }: Value<T>, raw: unknown, before?: T): T {
  const next = read(raw)
  const value = next === undefined || before === undefined || !add ? next : add(before, next)
  if (value !== undefined) return value
  throw new InputError(`is ${display(raw)}, give ${what}`, { code: 'bad-option', argument: flag })
}

/** Text or a number as a word in small letters; anything else, which may be nested deeply, is no word. */
function wordOf(raw: unknown): string {
  return typeof raw === 'string' || typeof raw === 'number' ? String(raw).trim().toLowerCase() : ''
}

function numberOf(raw: unknown): number {
  if (typeof raw === 'string') return raw.trim() === '' ? Number.NaN : Number(raw)
  return typeof raw === 'number' ? raw : Number.NaN
}

function texts(raw: unknown): string[] | undefined {
  return Array.isArray(raw) && raw.every((each) => typeof each === 'string') ? raw : undefined
}

function pair(word: string): Record<string, string> | undefined {
  const at = word.indexOf('=')
  return at > 0 ? { [word.slice(0, at).trim()]: word.slice(at + 1).trim() } : undefined
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
