import { badFile } from '../bytes/bad-file.ts'
import type { NumberFormat } from '../bytes/decode-numbers.ts'
import type { FlatTable } from './flat-table.ts'

/** How the values of a field are kept. `width` is a list's length, `dictionary` the number of the dictionary that holds the values. */
export interface ArrowField {
  name: string
  kind: 'number' | 'bool' | 'text' | 'list' | 'fixed-list' | 'struct' | 'null' | 'skipped'
  format?: NumberFormat
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
/** Buffers of the types that are read over: decimals, dates, times, intervals, binary of fixed size, durations. */
const skippedTypes: Record<number, number> = { 4: 3, 7: 2, 8: 2, 9: 2, 10: 2, 11: 2, 15: 2, 17: 2, 18: 2, 19: 3 }
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

/** Reads the fields of a schema. Types that we cannot even read over (unions, views, run ends) are refused by name. */
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
    if (typeId === 1) return { ...base, kind: 'null' }
    if (typeId === 2) return { ...base, kind: 'number', format: intFormat(type) }
    if (typeId === 3) return { ...base, kind: 'number', format: halfSingleDouble[type?.short(0) ?? 0] ?? 'f8' }
    if (typeId === 5 || typeId === 20) return { ...base, kind: 'text', large: typeId === 20 }
    if (typeId === 6) return { ...base, kind: 'bool' }
    if ((typeId === 12 || typeId === 21) && base.children.length === 1)
      return { ...base, kind: 'list', large: typeId === 21 }
    if (typeId === 13) return { ...base, kind: 'struct' }
    const width = type?.integer(0) ?? 0
    if (typeId === 16 && base.children.length === 1 && width > 0) return { ...base, kind: 'fixed-list', width }
    if (typeId in skippedTypes) return { ...base, kind: 'skipped', buffers: skippedTypes[typeId] }
    throw badFile(
      file,
      `column "${name.slice(0, 80)}" has Arrow type ${names[typeId] ?? typeId}, which is not read, leave it out`,
    )
  }
}

function intFormat(type: FlatTable | null): NumberFormat {
  const bytes = (type?.integer(0) ?? 32) / 8
  if (![1, 2, 4, 8].includes(bytes)) throw new RangeError(`integers of ${bytes} bytes`)
  return `${type === null || type.byte(1) ? 'i' : 'u'}${bytes}` as NumberFormat
}
