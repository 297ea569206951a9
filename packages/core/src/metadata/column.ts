import { InputError } from '../input-error.ts'

/** What a column of metadata can be; survival takes two columns and is said apart. */
export const columnKinds = ['category', 'number', 'date'] as const
export type ColumnKind = (typeof columnKinds)[number]

/** What stands in a column of metadata; texts such as `NA` and `not available` are missing values, too. */
export type MetadataValue = string | number | boolean | Date | null | undefined

/** Categories as places in `levels`, −1 where the value is missing. */
export interface CategoryColumn {
  name: string
  kind: 'category'
  levels: string[]
  codes: Int32Array
}

/** Numbers, or dates as days since 1970; NaN where the value is missing. */
export interface NumberColumn {
  name: string
  kind: 'number' | 'date'
  values: Float64Array
}

/** A column of metadata as it is tested and coloured by. */
export type MetadataColumn = CategoryColumn | NumberColumn

const MISSING =
  /^(|na|n\/a|#n\/a|<na>|nan|null|missing|unknown|not (available|applicable|reported|evaluated|known)|\?|-|--|–|—|\.)$/
/** Whole numbers of so few different values are codes of categories. */
const MOST_CODES = 5
const MS_PER_DAY = 86_400_000

/** True for what stands where there is no value. */
export function isMissing(value: MetadataValue): boolean {
  if (value === null || value === undefined) return true
  if (typeof value === 'number') return Number.isNaN(value)
  if (value instanceof Date) return Number.isNaN(value.getTime())
  return (
    typeof value === 'string' &&
    MISSING.test(
      value
        .trim()
        .toLowerCase()
        .replace(/^\[(.*)\]$/, '$1'),
    )
  )
}

/** The number that a value is; undefined where it is none. */
export function numberOf(value: MetadataValue): number | undefined {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || !/^\s*[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?\s*$/i.test(value)) return undefined
  return Number(value)
}

/** A column as `kind` says, or as it looks: dates, numbers (whole numbers of at most 5 different values are codes), else categories. O(n log n). */
export function typedColumn(name: string, given: readonly MetadataValue[], kind?: ColumnKind): MetadataColumn {
  const filled = given.filter((value) => !isMissing(value))
  const dates = kind === undefined || kind === 'date' ? dateReader(filled) : null
  if (dates) return { name, kind: 'date', values: numbers(given, dates) }
  const numeric = filled.length > 0 && filled.every((value) => numberOf(value) !== undefined)
  if (kind === 'number' ? numeric : kind === undefined && numeric && !areCodes(filled))
    return { name, kind: 'number', values: numbers(given, (value) => numberOf(value)!) }
  if (kind === 'number' || kind === 'date') {
    const read = (value: MetadataValue) => (kind === 'number' ? numberOf(value) : dateReader([value])?.(value))
    const wrong = filled.find((value) => read(value) === undefined)
    throw new InputError(
      filled.length === 0
        ? `has no value, leave it out`
        : `is no ${kind} in every sample (${wrong === undefined ? 'days and months cannot be told apart' : JSON.stringify(wrong)}), make it a category`,
      { code: 'metadata', argument: `metadata "${name}"` },
    )
  }
  return categories(name, given, numeric)
}

function areCodes(values: readonly MetadataValue[]): boolean {
  const distinct = new Set(values.map(numberOf))
  return distinct.size <= MOST_CODES && [...distinct].every((value) => Number.isInteger(value))
}

function numbers(given: readonly MetadataValue[], read: (value: MetadataValue) => number): Float64Array {
  return Float64Array.from(given, (value) => (isMissing(value) ? Number.NaN : read(value)))
}

function categories(name: string, given: readonly MetadataValue[], numeric: boolean): CategoryColumn {
  const texts = given.map((value) => (isMissing(value) ? null : String(value).trim()))
  const levels = [...new Set(texts.filter((text) => text !== null))]
  levels.sort(numeric ? (a, b) => Number(a) - Number(b) : byText)
  const places = new Map(levels.map((level, place) => [level, place]))
  return { name, kind: 'category', levels, codes: Int32Array.from(texts, (text) => places.get(text as string) ?? -1) }
}

/** By code points, which every engine orders alike. */
function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

/** How the dates of a column are read, as days since 1970: 2026-11-16, 16.11.2026, or with slashes where some day is past 12; null where they are none. */
function dateReader(values: readonly MetadataValue[]): ((value: MetadataValue) => number) | null {
  if (values.length === 0) return null
  const parts = values.map(dateParts)
  if (parts.some((each) => each === null)) return null
  const unsure = parts.filter((each) => each?.order === undefined)
  const dayFirst = unsure.some((each) => each!.numbers[0] > 12)
  const monthFirst = unsure.some((each) => each!.numbers[1] > 12)
  if (unsure.length > 0 && dayFirst === monthFirst) return null
  const read = (value: MetadataValue) => {
    const { numbers, order } = dateParts(value)!
    const [year, month, day] = (order ?? (dayFirst ? [2, 1, 0] : [2, 0, 1])).map((place) => numbers[place])
    const time = Date.UTC(year, month - 1, day)
    return new Date(time).getUTCMonth() === month - 1 ? time / MS_PER_DAY : Number.NaN
  }
  return values.every((value) => !Number.isNaN(read(value))) ? read : null
}

interface DateParts {
  numbers: number[]
  /** Places of year, month and day; undefined where day and month may be either way. */
  order?: number[]
}

function dateParts(value: MetadataValue): DateParts | null {
  if (value instanceof Date) return dateParts(value.toISOString())
  if (typeof value !== 'string') return null
  const kind =
    /^\s*(\d{4})[-/](\d{1,2})[-/](\d{1,2})([T ].*)?$/.exec(value) ??
    /^\s*(\d{1,2})\.(\d{1,2})\.(\d{4})\s*$/.exec(value) ??
    /^\s*(\d{1,2})\/(\d{1,2})\/(\d{4})\s*$/.exec(value)
  if (!kind) return null
  const numbers = kind.slice(1, 4).map(Number)
  if (kind[1].length === 4) return { numbers, order: [0, 1, 2] }
  return value.includes('.') ? { numbers, order: [2, 1, 0] } : { numbers }
}
