import { badFile } from '../bytes/bad-file.ts'
import type { ByteSource } from '../bytes/byte-source.ts'
import { fileStem } from '../bytes/file-stem.ts'
import { MemoryBudget } from '../bytes/memory-budget.ts'
import type { StoredValue, Variable } from '../bytes/stored-value.ts'

/** Reads a Matrix Market file (coordinate or array; real, integer or pattern; general, symmetric or skew-symmetric). Coordinates stay sparse. Source: NIST's description of the format. */
export async function readMatrixMarket(source: ByteSource): Promise<Variable[]> {
  const bytes = await source.slice(0)
  const bad = (message: string) => badFile(source.name, message)
  const firstEnd = lineEnd(bytes, 0)
  const header = new TextDecoder()
    .decode(bytes.subarray(0, Math.min(firstEnd, 200)))
    .trim()
    .toLowerCase()
    .split(/\s+/)
  const [mark, object, layout, field, symmetry] = header
  if (mark !== '%%matrixmarket' || object !== 'matrix')
    throw bad('has no Matrix Market header for a matrix, get the file again')
  if (
    !['coordinate', 'array'].includes(layout) ||
    !['real', 'integer', 'pattern', 'double'].includes(field) ||
    !['general', 'symmetric', 'skew-symmetric'].includes(symmetry)
  )
    throw bad(`is a matrix of kind "${[layout, field, symmetry].join(' ')}", which is not read, save real numbers`)
  let at = firstEnd
  while (at < bytes.length && (bytes[at] === 37 || bytes[at] === 10 || bytes[at] === 13)) at = lineEnd(bytes, at)
  const numbers = new NumberScanner(source.name, bytes, at)
  const rows = numbers.integer('rows')
  const columns = numbers.integer('columns')
  const budget = new MemoryBudget(source)
  const sign = symmetry === 'general' ? 0 : symmetry === 'symmetric' ? 1 : -1
  if (sign !== 0 && rows !== columns) throw bad(`is ${symmetry} but ${rows}×${columns}, get the file again`)
  const value: StoredValue =
    layout === 'array'
      ? readArray(numbers, rows, columns, sign, bytes.length)
      : readCoordinates(numbers, rows, columns, sign, field === 'pattern', bytes.length, budget)
  return [{ name: fileStem(source.name), value }]
}

function readArray(numbers: NumberScanner, rows: number, columns: number, sign: number, bytes: number): StoredValue {
  const stored = sign === 0 ? rows * columns : (rows * (rows + sign)) / 2
  if (!(stored * 2 <= bytes + 2))
    throw badFile(numbers.file, `declares ${rows}×${columns} numbers but has ${bytes} bytes, get the file again`)
  const data = new Float64Array(rows * columns)
  for (let j = 0; j < columns; j++)
    for (let i = sign === 0 ? 0 : sign === 1 ? j : j + 1; i < rows; i++) {
      const value = numbers.next()
      data[i + j * rows] = value
      if (sign !== 0 && i !== j) data[j + i * rows] = sign * value
    }
  return { type: 'dense', shape: [rows, columns], order: 'columns', data }
}

function readCoordinates(
  numbers: NumberScanner,
  rows: number,
  columns: number,
  sign: number,
  pattern: boolean,
  bytes: number,
  budget: MemoryBudget,
): StoredValue {
  const count = numbers.integer('entries')
  if (!(count * 4 <= bytes + 4))
    throw badFile(numbers.file, `declares ${count} entries but has ${bytes} bytes, get the file again`)
  budget.claim(4 * (rows + columns), `a sparse matrix of ${rows}×${columns}`)
  const at = new Uint32Array(2 * count)
  const stored = new Float64Array(count)
  const pointers = new Uint32Array(rows + 1)
  for (let e = 0; e < count; e++) {
    const i = numbers.integer('row', rows) - 1
    const j = numbers.integer('column', columns) - 1
    if (i < 0 || j < 0)
      throw badFile(numbers.file, `entry ${e + 1} is at row ${i + 1}, column ${j + 1}, which count from 1`)
    at[2 * e] = i
    at[2 * e + 1] = j
    stored[e] = pattern ? 1 : numbers.next()
    pointers[i + 1]++
    if (sign !== 0 && i !== j) pointers[j + 1]++
  }
  for (let i = 0; i < rows; i++) pointers[i + 1] += pointers[i]
  const next = pointers.slice(0, rows)
  const indices = new Uint32Array(pointers[rows])
  const values = new Float64Array(pointers[rows])
  const put = (i: number, j: number, value: number) => {
    indices[next[i]] = j
    values[next[i]++] = value
  }
  for (let e = 0; e < count; e++) {
    const [i, j] = [at[2 * e], at[2 * e + 1]]
    put(i, j, stored[e])
    if (sign !== 0 && i !== j) put(j, i, sign * stored[e])
  }
  return { type: 'sparse', shape: [rows, columns], order: 'rows', values, indices, pointers }
}

function lineEnd(bytes: Uint8Array, begin: number): number {
  const end = bytes.indexOf(10, begin)
  return end < 0 ? bytes.length : end + 1
}

/** Numbers separated by white space. */
class NumberScanner {
  readonly file: string
  private readonly bytes: Uint8Array
  private at: number

  constructor(file: string, bytes: Uint8Array, at: number) {
    this.file = file
    this.bytes = bytes
    this.at = at
  }

  next(): number {
    const { bytes } = this
    while (this.at < bytes.length && bytes[this.at] <= 32) this.at++
    const begin = this.at
    while (this.at < bytes.length && bytes[this.at] > 32 && this.at - begin < 64) this.at++
    const text = String.fromCharCode(...bytes.subarray(begin, this.at))
    const value = /^[-+]?inf/i.test(text) ? Number(text.replace(/inf.*/i, 'Infinity')) : Number(text)
    if (text === '' || (Number.isNaN(value) && !/^[-+]?nan$/i.test(text)))
      throw badFile(
        this.file,
        text === ''
          ? 'ends before all its numbers, get the file again'
          : `has "${text.slice(0, 20)}" where a number should be, correct it`,
      )
    return value
  }

  integer(what: string, largest = 2 ** 31): number {
    const value = this.next()
    if (!(Number.isInteger(value) && value >= 0 && value <= largest))
      throw badFile(this.file, `has ${what} ${value} (largest ${largest}), get the file again`)
    return value
  }
}
