import { badFile } from '../../bytes/bad-file.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { adler32 } from '../../bytes/checksums.ts'
import { withoutPadding } from '../../bytes/decode-text.ts'
import { checkSize, inflateSource, inflateZlib, mostAtOnce, wrongSize } from '../../bytes/inflate.ts'
import { MemoryBudget } from '../../bytes/memory-budget.ts'
import { checkSparse, entries, type NumberArray, type StoredValue, type Variable } from '../../bytes/stored-value.ts'
import { elementTypes, Mat5Cursor, type Mat5Element } from './element.ts'

const headerBytes = 128

/**
 * Reads a MATLAB file of version 5, 6 or 7 (either byte order, compressed or not): numbers, logicals, text, cells, structs and sparse matrices.
 * Source: the MAT-file format document of The MathWorks.
 */
export async function readMat5(source: ByteSource): Promise<Variable[]> {
  const header = await source.slice(0, headerBytes)
  const littleEndian = header[126] === 0x49 && header[127] === 0x4d
  if (header.length < headerBytes || (!littleEndian && !(header[126] === 0x4d && header[127] === 0x49)))
    throw badFile(source.name, 'is no MATLAB file of version 5 to 7, save it again with -v7')
  const budget = new MemoryBudget(source)
  const variables: Variable[] = []
  for (let at = headerBytes; at < source.byteLength; ) {
    const tag = await source.slice(at, at + 8)
    if (tag.length < 8) throw badFile(source.name, `ends inside a variable (at byte ${at}), get the file again`)
    const view = new DataView(tag.buffer, tag.byteOffset, 8)
    const type = view.getUint32(0, littleEndian)
    const length = view.getUint32(4, littleEndian)
    const left = source.byteLength - at - 8
    if (length > left)
      throw badFile(source.name, `declares a variable of ${length} bytes but ${left} are left, get the file again`, {
        declared: length,
        left,
      })
    const element =
      type === elementTypes.compressed
        ? await inflateElement(source, at + 8, length, littleEndian, budget)
        : { type, bytes: await source.slice(at + 8, at + 8 + length) }
    const variable = readMat5Array(source.name, element, littleEndian, budget)
    // Unnamed variables hold MATLAB's own bookkeeping for objects.
    if (variable.name) variables.push(variable)
    at += 8 + length
  }
  return variables
}

const zlibHead = 2
const zlibEnd = 4
const tagBytes = 8

/** Unpacks a compressed variable: a zlib stream of exactly one element, whose tag says its type and size. A size that is not believable is verified by a pass that keeps nothing; size and checksum are checked. */
async function inflateElement(
  source: ByteSource,
  begin: number,
  length: number,
  littleEndian: boolean,
  budget: MemoryBudget,
): Promise<Mat5Element> {
  const { name } = source
  const head = await source.slice(begin, begin + zlibHead)
  if (length < 6 || (head[0] & 15) !== 8 || ((head[0] << 8) | head[1]) % 31 !== 0 || head[1] & 32)
    throw badFile(name, 'has a compressed variable that is no zlib stream, get the file again')
  const tag = new Uint8Array(tagBytes)
  let filled = 0
  await inflateSource(source, begin + zlibHead, begin + length - zlibEnd, (chunk) => {
    const part = chunk.subarray(0, tagBytes - filled)
    tag.set(part, filled)
    filled += part.length
    return filled < tagBytes
  })
  if (filled < tagBytes) throw badFile(name, 'has an empty compressed variable, get the file again')
  const view = new DataView(tag.buffer)
  const size = view.getUint32(4, littleEndian) + tagBytes
  const trusted = budget.allows(size)
  checkSize(name, length, size, trusted ? size : 0)
  if (trusted) budget.claim(size, 'a compressed variable')
  else await eachPiece(source, begin, length, size, () => {})
  const isSmall = Math.max(length, size) <= mostAtOnce
  let bytes = isSmall ? inflateZlib(await source.slice(begin, begin + length), size) : null
  await source.pause?.()
  if (!bytes) {
    const all = new Uint8Array(size)
    await eachPiece(source, begin, length, size, (piece, at) => all.set(piece, at))
    bytes = all
  }
  return { type: view.getUint32(0, littleEndian), bytes: bytes.subarray(tagBytes) }
}

/** Inflates piece by piece, so that the packed bytes are never in memory together; size and checksum are checked. */
async function eachPiece(
  source: ByteSource,
  begin: number,
  length: number,
  size: number,
  onPiece: (piece: Uint8Array, at: number) => void,
): Promise<void> {
  let sum = 1
  let total = 0
  await inflateSource(source, begin + zlibHead, begin + length - zlibEnd, (chunk) => {
    if (total + chunk.length > size) {
      total += chunk.length
      return false
    }
    sum = adler32(chunk, sum)
    onPiece(chunk, total)
    total += chunk.length
    return true
  })
  if (total !== size) throw wrongSize(source.name, total, size)
  const end = await source.slice(begin + length - zlibEnd, begin + length)
  if (sum !== new DataView(end.buffer, end.byteOffset, zlibEnd).getUint32(0))
    throw badFile(source.name, 'has a compressed variable with a wrong checksum, get the file again')
}

const deepest = 32
const complexFlag = 0x08
/** What the objects around one array cost, roughly; it keeps millions of empty cells out. */
const objectBytes = 256

const classes = { cell: 1, struct: 2, object: 3, text: 4, sparse: 5, lastNumeric: 15 } as const

/** Reads the contents of one MATLAB array (an element of type matrix), with everything inside it. Every size is checked against the bytes that are there. */
function readMat5Array(
  file: string,
  element: Mat5Element,
  littleEndian: boolean,
  budget: MemoryBudget,
  depth = 0,
): Variable {
  if (depth > deepest) throw badFile(file, `cells and structs are nested deeper than ${deepest}, flatten them`)
  if (element.type !== elementTypes.matrix)
    throw badFile(file, `has an element of type ${element.type} where an array should be, get the file again`)
  budget.claim(objectBytes, 'the list of arrays')
  if (element.bytes.length === 0) return { name: '', value: emptyMatrix() }
  const cursor = new Mat5Cursor(file, element.bytes, littleEndian)
  const flags = cursor.numbers('array flags')
  const arrayClass = flags[0] & 0xff
  const isComplex = ((flags[0] >>> 8) & complexFlag) !== 0
  if (arrayClass > classes.lastNumeric) return { name: '', value: { type: 'other', what: 'a function or object' } }
  const shape = readShape(cursor)
  const name = cursor.text('array name')
  const where = name ? `"${name}"` : 'an unnamed array'
  const nested = (what: string) => readMat5Array(file, cursor.next(what), littleEndian, budget, depth + 1).value
  return { name, value: readValue() }

  function readValue(): StoredValue {
    if (isComplex) return { type: 'other', what: 'complex numbers' }
    if (arrayClass === classes.cell) return { type: 'list', items: readItems(entries(shape), where) }
    if (arrayClass === classes.struct || arrayClass === classes.object) return readStruct()
    if (arrayClass === classes.sparse) return readSparse(cursor, shape, where, budget)
    const data = cursor.numbers(`the values of ${where}`)
    if (data.length !== entries(shape))
      throw badFile(file, `${where} declares ${shape.join('×')} values but holds ${data.length}, get the file again`)
    if (arrayClass === classes.text) return { type: 'text', values: textRows(data, shape, budget) }
    return { type: 'dense', shape, order: 'columns', data }
  }

  function readItems(count: number, what: string): StoredValue[] {
    if (count * 8 > cursor.left)
      throw badFile(file, `${what} declares ${count} items but ${cursor.left} bytes are left, get the file again`)
    const items: StoredValue[] = []
    for (let i = 0; i < count; i++) items.push(nested(`item ${i + 1} of ${what}`))
    return items
  }

  function readStruct(): StoredValue {
    if (arrayClass === classes.object) cursor.text('class name')
    const nameLength = cursor.numbers('field name length')[0]
    if (!(nameLength >= 1 && nameLength <= 4096))
      throw badFile(file, `${where} has field names of ${nameLength} characters, get the file again`)
    const letters = cursor.numbers('field names')
    const count = Math.floor(letters.length / nameLength)
    const items = readItems(entries(shape) * count, where)
    const fields = new Map<string, StoredValue>()
    for (let f = 0; f < count; f++) {
      const field = String.fromCharCode(...letters.subarray(f * nameLength, (f + 1) * nameLength)).replace(/\0.*$/s, '')
      const values = items.filter((_, i) => i % count === f)
      fields.set(field, values.length === 1 ? values[0] : { type: 'list', items: values })
    }
    return { type: 'record', fields }
  }
}

function emptyMatrix(): StoredValue {
  return { type: 'dense', shape: [0, 0], order: 'columns', data: new Float64Array(0) }
}

function readShape(cursor: Mat5Cursor): number[] {
  const shape = Array.from(cursor.numbers('array dimensions').subarray(0, 33))
  if (shape.length < 2 || shape.length > 32 || shape.some((length) => !(length >= 0)))
    throw badFile(cursor.file, `has an array with dimensions ${shape.join('×')}, get the file again`)
  return shape
}

function readSparse(cursor: Mat5Cursor, shape: number[], where: string, budget: MemoryBudget): StoredValue {
  const indices = cursor.numbers(`the row numbers of ${where}`)
  const pointers = cursor.numbers(`the column starts of ${where}`)
  const values = cursor.numbers(`the values of ${where}`)
  if (shape.length !== 2)
    throw badFile(cursor.file, `${where} is sparse with ${shape.length} dimensions, get the file again`)
  const [rows, columns] = shape
  // Every declared row takes a number of its own, of which the file need not hold any.
  budget.claim(8 * rows, `${where}, sparse with ${rows} rows,`)
  return checkSparse(cursor.file, {
    type: 'sparse',
    shape: [rows, columns],
    order: 'columns',
    values,
    indices,
    pointers,
  })
}

/** One string a row; MATLAB keeps characters column by column. */
function textRows(codes: NumberArray, shape: number[], budget: MemoryBudget): string[] {
  const rows = shape[0]
  const columns = rows > 0 ? codes.length / rows : 0
  if (rows > 0) budget.claim(rows * 64 + codes.length * 2, 'text')
  if (columns === 0) return ['']
  return Array.from({ length: rows }, (_, i) => {
    let text = ''
    for (let j = 0; j < columns; j++) text += String.fromCharCode(codes[i + j * rows])
    return withoutPadding(text, '\0 ')
  })
}
