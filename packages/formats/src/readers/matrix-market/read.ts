import { badFile } from '../../bytes/bad-file.ts'
import { type ByteSource, fileStem, inParts } from '../../bytes/byte-source.ts'
import { MemoryBudget } from '../../bytes/memory-budget.ts'
import { type Decimal, scanDecimal } from '../../bytes/scan-decimal.ts'
import type { StoredValue, Variable } from '../../bytes/stored-value.ts'

const headBytes = 1 << 20

/** What the header says, and where the numbers begin. */
interface MatrixHeader {
  layout: string
  pattern: boolean
  /** 0 for a general matrix, 1 for a symmetric, −1 for a skew-symmetric one. */
  sign: number
  begin: number
}

/**
 * Reads a Matrix Market file (coordinate or array; real, integer or pattern; general, symmetric or skew-symmetric). Coordinates stay sparse; they are read
 * twice, so that nothing but the result is held. Source: NIST's description of the format.
 */
export async function readMatrixMarket(source: ByteSource): Promise<Variable[]> {
  const header = await readHeader(source)
  const value = header.layout === 'array' ? await readArray(source, header) : await readCoordinates(source, header)
  return [{ name: fileStem(source.name), value }]
}

async function readHeader(source: ByteSource): Promise<MatrixHeader> {
  const bytes = await source.slice(0, Math.min(headBytes, source.byteLength))
  const bad = (message: string) => badFile(source.name, message)
  const firstEnd = lineEnd(bytes, 0)
  const [mark, object, layout, field, symmetry] = new TextDecoder()
    .decode(bytes.subarray(0, Math.min(firstEnd, 200)))
    .trim()
    .toLowerCase()
    .split(/\s+/)
  if (mark !== '%%matrixmarket' || object !== 'matrix')
    throw bad('has no Matrix Market header for a matrix, get the file again')
  if (
    !['coordinate', 'array'].includes(layout) ||
    !['real', 'integer', 'pattern', 'double'].includes(field) ||
    !['general', 'symmetric', 'skew-symmetric'].includes(symmetry)
  )
    throw bad(`is a matrix of kind "${[layout, field, symmetry].join(' ')}", which is not read, save real numbers`)
  let begin = firstEnd
  while (begin < bytes.length && (bytes[begin] === 37 || bytes[begin] === 10 || bytes[begin] === 13))
    begin = lineEnd(bytes, begin)
  if (begin === bytes.length && begin < source.byteLength)
    throw bad(`has more than ${headBytes} bytes of comments, take them out`)
  const sign = symmetry === 'general' ? 0 : symmetry === 'symmetric' ? 1 : -1
  return { layout, pattern: field === 'pattern', sign, begin }
}

function lineEnd(bytes: Uint8Array, begin: number): number {
  const end = bytes.indexOf(10, begin)
  return end < 0 ? bytes.length : end + 1
}

/** A size or an index: a whole number from 0. */
function wholeNumber(file: string, value: number, what: string, largest = 2 ** 31): number {
  if (!(Number.isInteger(value) && value >= 0 && value <= largest))
    throw badFile(file, `has ${what} ${value} (largest ${largest}), get the file again`)
  return value
}

/** Rows, columns and, for coordinates, entries, each checked against the size of the file. */
async function readSizes(source: ByteSource, { layout, sign, begin }: MatrixHeader): Promise<number[]> {
  const names = layout === 'array' ? ['rows', 'columns'] : ['rows', 'columns', 'entries']
  const sizes: number[] = []
  await scanNumbers(source, begin, names.length, (value, i) => {
    sizes.push(wholeNumber(source.name, value, names[i]))
  })
  const [rows, columns, count = 0] = sizes
  if (sign !== 0 && rows !== columns)
    throw badFile(source.name, `is a symmetric matrix of ${rows}×${columns}, get the file again`)
  const stored = layout !== 'array' ? 0 : sign === 0 ? rows * columns : (rows * (rows + sign)) / 2
  if (!(stored * 2 <= source.byteLength + 2))
    throw badFile(
      source.name,
      `declares ${rows}×${columns} numbers but has ${source.byteLength} bytes, get the file again`,
    )
  if (!(count * 4 <= source.byteLength + 4))
    throw badFile(source.name, `declares ${count} entries but has ${source.byteLength} bytes, get the file again`)
  return sizes
}

async function readArray(source: ByteSource, header: MatrixHeader): Promise<StoredValue> {
  const [rows, columns] = await readSizes(source, header)
  const { sign, begin } = header
  const stored = sign === 0 ? rows * columns : (rows * (rows + sign)) / 2
  const data = new Float64Array(rows * columns)
  const first = (column: number) => (sign === 0 ? 0 : sign === 1 ? column : column + 1)
  let i = first(0)
  let j = 0
  await scanNumbers(source, begin, 2 + stored, (value, k) => {
    if (k < 2) return
    // A skew-symmetric matrix has nothing below the diagonal of its last column.
    while (i >= rows && j + 1 < columns) i = first(++j)
    data[i + j * rows] = value
    if (sign !== 0 && i !== j) data[j + i * rows] = sign * value
    i++
  })
  return { type: 'dense', shape: [rows, columns], order: 'columns', data }
}

async function readCoordinates(source: ByteSource, header: MatrixHeader): Promise<StoredValue> {
  const [rows, columns, count] = await readSizes(source, header)
  const { sign } = header
  new MemoryBudget(source).claim(8 * (rows + columns), `a sparse matrix of ${rows}×${columns}`)
  const pointers = new Uint32Array(rows + 1)
  await eachEntry(source, header, rows, columns, count, (i, j) => {
    pointers[i + 1]++
    if (sign !== 0 && i !== j) pointers[j + 1]++
  })
  for (let i = 0; i < rows; i++) pointers[i + 1] += pointers[i]
  const next = pointers.slice(0, rows)
  const indices = new Uint32Array(pointers[rows])
  const values = new Float64Array(pointers[rows])
  await eachEntry(source, header, rows, columns, count, (i, j, value) => {
    indices[next[i]] = j
    values[next[i]++] = value
    if (sign === 0 || i === j) return
    indices[next[j]] = i
    values[next[j]++] = sign * value
  })
  return { type: 'sparse', shape: [rows, columns], order: 'rows', values, indices, pointers }
}

async function eachEntry(
  source: ByteSource,
  { pattern, begin }: MatrixHeader,
  rows: number,
  columns: number,
  count: number,
  visit: (i: number, j: number, value: number) => void,
): Promise<void> {
  const width = pattern ? 2 : 3
  let i = 0
  let j = 0
  await scanNumbers(source, begin, 3 + width * count, (value, k) => {
    if (k < 3) return
    const field = (k - 3) % width
    if (field === 0) i = wholeNumber(source.name, value, 'row', rows) - 1
    else if (field === 1) j = wholeNumber(source.name, value, 'column', columns) - 1
    if (i < 0 || (field > 0 && j < 0))
      throw badFile(source.name, `has an entry at row ${i + 1}, column ${j + 1}, which count from 1, correct it`)
    if (field === width - 1) visit(i, j, pattern ? 1 : value)
  })
}

const longest = 64

/** Gives the first `count` numbers from `begin` on, separated by white space, to `visit`, with their place from 0. Reads in parts. */
async function scanNumbers(
  source: ByteSource,
  begin: number,
  count: number,
  visit: (value: number, place: number) => void,
): Promise<void> {
  const decimal: Decimal = { value: 0, end: 0 }
  let place = 0
  await inParts(source, begin, (bytes, last) => {
    if (place >= count) return bytes.length
    let at = 0
    while (place < count) {
      while (at < bytes.length && bytes[at] <= 32) at++
      if (at === bytes.length) return at
      if (scanDecimal(bytes, at, decimal) && decimal.end < bytes.length && bytes[decimal.end] <= 32) {
        at = decimal.end
        visit(decimal.value, place++)
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
