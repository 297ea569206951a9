import { badFile } from '../../bytes/bad-file.ts'
import { decodeNumbers, type NumberFormat, numberBytes } from '../../bytes/decode-numbers.ts'
import { entries, type StoredValue } from '../../bytes/stored-value.ts'

const formats = ['f2', 'f4', 'f8', 'i1', 'i2', 'i4', 'i8', 'u1', 'u2', 'u4', 'u8']
const longestHeader = 1 << 20

/** What stands before the numbers of an NPY file; `begin` is where they begin. */
export interface NpyHeader {
  descr: string
  fortran: boolean
  shape: number[]
  begin: number
}

/** Reads the header of an NPY file (versions 1 to 3) from its first bytes. */
export function readNpyHeader(name: string, bytes: Uint8Array): NpyHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 12 || bytes[0] !== 0x93 || String.fromCharCode(...bytes.subarray(1, 6)) !== 'NUMPY')
    throw badFile(name, 'is no NPY file, save it again with numpy.save')
  const version = bytes[6]
  if (version < 1 || version > 3) throw badFile(name, `has NPY version ${version}, save it as version 1, 2 or 3`)
  const lengthBytes = version === 1 ? 2 : 4
  const headerLength = version === 1 ? view.getUint16(8, true) : view.getUint32(8, true)
  const begin = 8 + lengthBytes + headerLength
  if (headerLength > longestHeader || begin > bytes.length)
    throw badFile(name, `declares a header of ${headerLength} bytes but ${bytes.length} are there, get the file again`)
  const header = new TextDecoder('latin1').decode(bytes.subarray(8 + lengthBytes, begin))
  return { ...parseHeader(name, header), begin }
}

/** How the numbers of an NPY file are stored; null where it holds something else. */
export function npyNumbers(descr: string): { format: NumberFormat; littleEndian: boolean } | null {
  const format = descr.slice(1) === 'b1' ? 'u1' : descr.slice(1)
  return formats.includes(format) ? { format: format as NumberFormat, littleEndian: descr[0] !== '>' } : null
}

/** Reads one array in NumPy's NPY format (versions 1 to 3, all number types, both orders, text). Numbers are a view of `bytes` where the host can read them as they are. */
export function readNpy(name: string, bytes: Uint8Array): StoredValue {
  const { descr, fortran, shape, begin } = readNpyHeader(name, bytes)
  const data = bytes.subarray(begin)
  const order = fortran ? 'columns' : 'rows'
  const count = entries(shape)
  const check = (size: number) => {
    if (!(count * size <= data.length))
      throw badFile(
        name,
        `declares ${shape.join('×') || '1'} values of ${size} bytes but ${data.length} bytes are there, get the file again`,
      )
    return data.subarray(0, count * size)
  }
  const numbers = npyNumbers(descr)
  if (numbers) {
    const stored = check(numberBytes(numbers.format))
    return { type: 'dense', shape, order, data: decodeNumbers(stored, numbers.format, numbers.littleEndian) }
  }
  const text = /^[<>|=]([US])(\d{1,6})$/.exec(descr)
  if (text && Number(text[2]) > 0) {
    const size = Number(text[2])
    return {
      type: 'text',
      values: decodeText(check(text[1] === 'U' ? 4 * size : size), text[1] === 'U', size, count, descr[0] !== '>'),
    }
  }
  return {
    type: 'other',
    what: descr.includes('O') ? 'Python objects (save plain numbers instead)' : `values of type ${descr}`,
  }
}

function parseHeader(name: string, header: string) {
  const descr = /'descr'\s*:\s*'([^']{2,16})'/.exec(header)?.[1]
  const fortran = /'fortran_order'\s*:\s*(True|False)/.exec(header)?.[1]
  const list = /'shape'\s*:\s*\(([\d,\s]*)\)/.exec(header)?.[1]
  if (/'descr'\s*:\s*\[/.test(header)) throw badFile(name, 'holds records with named fields, save one array a view')
  if (!descr || !fortran || list === undefined)
    throw badFile(name, 'has a header we cannot read, save it again with numpy.save')
  const shape = list
    .split(',')
    .filter((part) => part.trim())
    .map(Number)
  if (shape.length > 32 || shape.some((length) => !Number.isSafeInteger(length)))
    throw badFile(name, `has a shape we cannot read (${list.slice(0, 80)}), save it again with numpy.save`)
  return { descr, fortran: fortran === 'True', shape }
}

function decodeText(bytes: Uint8Array, wide: boolean, size: number, count: number, littleEndian: boolean): string[] {
  const codes = wide ? decodeNumbers(bytes, 'u4', littleEndian) : bytes
  return Array.from({ length: count }, (_, i) => {
    let text = ''
    for (let c = i * size; c < (i + 1) * size && codes[c] !== 0; c++)
      text += String.fromCodePoint(Math.min(codes[c], 0x10ffff))
    return text
  })
}
