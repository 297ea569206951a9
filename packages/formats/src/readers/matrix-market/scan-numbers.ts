import { badFile } from '../../bytes/bad-file.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { inParts } from '../../bytes/in-parts.ts'
import { type Decimal, scanDecimal } from '../../bytes/scan-decimal.ts'

const longest = 64

/** Gives the first `count` numbers from `begin` on, separated by white space, to `visit`, with their place from 0. Reads in parts. */
export async function scanNumbers(
  source: ByteSource,
  begin: number,
  count: number,
  visit: (value: number, place: number) => void,
): Promise<void> {
  const found: Decimal = { value: 0, end: 0 }
  let place = 0
  await inParts(source, begin, (bytes, last) => {
    if (place >= count) return bytes.length
    let at = 0
    while (place < count) {
      while (at < bytes.length && bytes[at] <= 32) at++
      if (at === bytes.length) return at
      if (scanDecimal(bytes, at, found) && found.end < bytes.length && bytes[found.end] <= 32) {
        at = found.end
        visit(found.value, place++)
        continue
      }
      let end = at
      while (end < bytes.length && bytes[end] > 32 && end - at <= longest) end++
      if (end === bytes.length && !last) return at
      visit(numberOf(source.name, String.fromCharCode(...bytes.subarray(at, end))), place++)
      at = end
    }
    return bytes.length
  })
  if (place < count) throw badFile(source.name, 'ends before all its numbers, get the file again')
}

function numberOf(file: string, text: string): number {
  const value = /^[-+]?inf/i.test(text) ? Number(text.replace(/inf.*/i, 'Infinity')) : Number(text)
  if (Number.isNaN(value) && !/^[-+]?nan$/i.test(text))
    throw badFile(file, `has "${text.slice(0, 20)}" where a number should be, correct it`)
  return value
}
