import { grouped } from './numbers.ts'

const units = ['kB', 'MB', 'GB', 'TB', 'PB']

/** Writes an amount of bytes for people, in the units that `--memory 8GB` takes (1 kB is 1,000 bytes): `532 bytes`, `1.5 GB`, `320 MB`. */
export function byteSize(bytes: number): string {
  return sizeWith(bytes, 0)
}

/** Writes two amounts of bytes with as many digits as distinguish them: `1.04 MB` and `1 MB`. */
export function byteSizes(first: number, second: number): [string, string] {
  for (let more = 0; more < 6; more++) {
    const texts: [string, string] = [sizeWith(first, more), sizeWith(second, more)]
    if (texts[0] !== texts[1]) return texts
  }
  return [inBytes(first), inBytes(second)]
}

/** Writes an amount with about three digits, and `more`. What rounds up to 1,000 of a unit is 1 of the next. */
function sizeWith(bytes: number, more: number): string {
  if (!(Number.isFinite(bytes) && bytes >= 0)) return '–'
  if (bytes < 999.5) return inBytes(bytes)
  let [value, unit] = [bytes / 1000, 0]
  while (value >= 999.5 && unit < units.length - 1) [value, unit] = [value / 1000, unit + 1]
  const digits = (value < 99.95 ? 1 : 0) + more
  return `${grouped(value, digits)} ${units[unit]}`
}

function inBytes(bytes: number): string {
  const whole = Math.round(bytes)
  return `${grouped(whole)} ${whole === 1 ? 'byte' : 'bytes'}`
}
