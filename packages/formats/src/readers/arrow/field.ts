import { badFile } from '../../bytes/bad-file.ts'
import type { NumberFormat } from '../../bytes/decode-numbers.ts'
import type { FlatTable } from './messages.ts'

/** How the values of a field are kept. `width` is a list's length, `dictionary` the number of the dictionary that holds the values. */
export interface ArrowField {
  name: string
  kind: 'number' | 'decimal' | 'date' | 'time' | 'bool' | 'text' | 'list' | 'fixed-list' | 'struct' | 'null' | 'skipped'
  format?: NumberFormat
  /** Bytes of a decimal number, and its digits behind the point. */
  bytes?: number
  scale?: number
  /** Milliseconds of one unit of a date or a time. */
  unit?: number
  /** Text and bytes that lie in any number of buffers, with 16 bytes per value that say where. */
  view?: boolean
  /** What is skipped, in words. */
  what?: string
  /** Offsets of 8 bytes instead of 4. */
  large?: boolean
  width?: number
  /** Buffers of a field that is skipped. */
  buffers?: number
  dictionary?: number
  indexFormat?: NumberFormat
  children: ArrowField[]
}

const deepest = 8
const mostFields = 200_000
const halfSingleDouble = ['f2', 'f4', 'f8'] as const
const day = 86_400_000
/** Milliseconds of the units of time: seconds, milli-, micro- and nanoseconds. */
const units = [1000, 1, 1e-3, 1e-6]
/** Types that are read over, with their buffers. */
const skippedTypes: Record<number, { buffers: number; what: string }> = {
  4: { buffers: 3, what: 'bytes' },
  11: { buffers: 2, what: 'intervals' },
  15: { buffers: 2, what: 'bytes' },
  17: { buffers: 2, what: 'maps' },
  19: { buffers: 3, what: 'bytes' },
  23: { buffers: 2, what: 'bytes' },
}
const names = [
  '',
  'null',
  'int',
  'float',
  'binary',
  'text',
  'bool',
  'decimal',
  'date',
  'time',
  'timestamp',
  'interval',
  'list',
  'struct',
  'union',
]

/** Reads the fields of a schema. Types that we cannot even read over (unions, lists of views, run ends) are refused by name. */
export function readFields(file: string, schema: FlatTable): ArrowField[] {
  let count = 0
  const read = (table: FlatTable, depth: number): ArrowField => {
    if (++count > mostFields || depth > deepest)
      throw badFile(file, 'has a schema with too many fields, get the file again')
    const typeId = table.byte(2)
    const type = table.table(3)
    const name = table.text(0)
    const dictionary = table.table(4)
    const base = { name, children: table.tables(5).map((child) => read(child, depth + 1)) }
    const plain = describe(typeId, type, name, base)
    if (!dictionary) return plain
    return { ...plain, dictionary: dictionary.long(0), indexFormat: intFormat(dictionary.table(1)) }
  }
  return schema.tables(1).map((table) => read(table, 0))

  function describe(
    typeId: number,
    type: FlatTable | null,
    name: string,
    base: Pick<ArrowField, 'name' | 'children'>,
  ): ArrowField {
    if (typeId === 1) return { ...base, kind: 'null', what: 'no values' }
    if (typeId === 2) return { ...base, kind: 'number', format: intFormat(type) }
    if (typeId === 3) return { ...base, kind: 'number', format: halfSingleDouble[type?.short(0) ?? 0] ?? 'f8' }
    if (typeId === 7) {
      const bytes = (type?.integer(2, 128) ?? 128) / 8
      if (![4, 8, 16, 32].includes(bytes)) throw new RangeError(`decimals of ${bytes} bytes`)
      return { ...base, kind: 'decimal', bytes, scale: type?.integer(1) ?? 0 }
    }
    if (typeId === 8) {
      const days = type?.short(0, 1) === 0
      return { ...base, kind: 'date', format: days ? 'i4' : 'i8', unit: days ? day : 1 }
    }
    const unit = type?.short(0, typeId === 9 ? 1 : 0) ?? 0
    if (typeId === 9) return { ...base, kind: 'time', format: unit < 2 ? 'i4' : 'i8', unit: units[unit] ?? 1 }
    if (typeId === 10) return { ...base, kind: 'date', format: 'i8', unit: units[unit] ?? 1 }
    if (typeId === 18) return { ...base, kind: 'number', format: 'i8' }
    if (typeId === 24) return { ...base, kind: 'text', view: true }
    if (typeId === 5 || typeId === 20) return { ...base, kind: 'text', large: typeId === 20 }
    if (typeId === 6) return { ...base, kind: 'bool' }
    if ((typeId === 12 || typeId === 21) && base.children.length === 1)
      return { ...base, kind: 'list', large: typeId === 21 }
    if (typeId === 13) return { ...base, kind: 'struct', what: 'records' }
    const width = type?.integer(0) ?? 0
    if (typeId === 16 && base.children.length === 1 && width > 0) return { ...base, kind: 'fixed-list', width }
    if (typeId in skippedTypes) return { ...base, kind: 'skipped', view: typeId === 23, ...skippedTypes[typeId] }
    throw badFile(
      file,
      `column "${name.slice(0, 80)}" has Arrow type ${names[typeId] ?? typeId}, which is not read, leave it out`,
    )
  }
}

/** What keeps a column from being read, in words; undefined where nothing does. */
export function unreadable({ what, children, kind }: ArrowField): string | undefined {
  return what ?? (kind === 'list' || kind === 'fixed-list' ? unreadable(children[0]) : undefined)
}

function intFormat(type: FlatTable | null): NumberFormat {
  const bytes = (type?.integer(0) ?? 32) / 8
  if (![1, 2, 4, 8].includes(bytes)) throw new RangeError(`integers of ${bytes} bytes`)
  return `${type === null || type.byte(1) ? 'i' : 'u'}${bytes}` as NumberFormat
}
