import type { SchemaElement } from 'hyparquet'
import { timeText } from '../../table/date-text.ts'

const readBytes = ['DECIMAL', 'UUID', 'FLOAT16']
/** Milliseconds of one unit of a time of day. */
const units: Record<string, number> = { MILLIS: 1, MICROS: 1e-3, NANOS: 1e-6 }

/** What keeps a column from being read, in words; undefined where nothing does. */
export function unreadable({ type, converted_type, logical_type }: SchemaElement): string | undefined {
  const kind = logical_type?.type ?? converted_type ?? ''
  if (kind === 'GEOMETRY' || kind === 'GEOGRAPHY') return 'shapes'
  if (kind === 'BSON') return 'BSON'
  if (converted_type === 'INTERVAL') return 'intervals'
  return type === 'FIXED_LEN_BYTE_ARRAY' && !readBytes.includes(kind) ? 'bytes' : undefined
}

/** The values of a column as its type means them, where the library gives the stored ones: times of day as text, decimals as the nearest doubles. */
export function logicalValues(element: SchemaElement, values: ArrayLike<unknown>): ArrayLike<unknown> {
  const { converted_type, logical_type, scale = 0 } = element
  if (converted_type === 'DECIMAL') return Array.from(values, (value) => decimal(value, scale))
  const unit = logical_type?.type === 'TIME' ? logical_type.unit : /^TIME_(.*)$/.exec(converted_type ?? '')?.[1]
  if (unit === undefined) return values
  return Array.from(values, (time) =>
    time === null || time === undefined ? null : timeText(Number(time) * units[unit]),
  )
}

/** The library multiplies by a power of ten, which makes 0.30000000000000004 of 0.3. */
function decimal(value: unknown, scale: number): unknown {
  if (Array.isArray(value)) return value.map((each) => decimal(each, scale))
  return typeof value === 'number' && scale >= 0 && scale <= 100 ? Number(value.toFixed(scale)) : value
}
