import { badFile } from '../../bytes/bad-file.ts'
import { withoutPadding } from '../../bytes/decode-text.ts'
import type { MemoryBudget } from '../../bytes/memory-budget.ts'
import { checkSparse, entries, type NumberArray, type StoredValue, type Variable } from '../../bytes/stored-value.ts'
import { elementTypes, Mat5Cursor, type Mat5Element } from './element.ts'

const deepest = 32
const complexFlag = 0x08
/** What the objects around one array cost, roughly; it keeps millions of empty cells out. */
const objectBytes = 256

const classes = { cell: 1, struct: 2, object: 3, text: 4, sparse: 5, lastNumeric: 15 } as const

/** Reads the contents of one MATLAB array (an element of type matrix), with everything inside it. Every size is checked against the bytes that are there. */
export function readMat5Array(
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
