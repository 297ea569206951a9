import { badFile } from '../bytes/bad-file.ts'
import { decodeNumbers, numberBytes } from '../bytes/decode-numbers.ts'
import type { NumberArray } from '../bytes/stored-value.ts'
import type { FlatVectors } from '../table/vector-column.ts'
import type { ArrowField } from './arrow-field.ts'
import type { FlatTable } from './flat-table.ts'

/** Values of one field in one batch: numbers, or anything with `null` for missing; null altogether for a field that is skipped. */
export type BatchValues = NumberArray | unknown[] | null

/** Gives the bytes of a compressed buffer of `size` bytes. */
export type Decompress = (codec: number, bytes: Uint8Array, size: number) => Uint8Array

/** Reads the fields of one record batch. Every length is checked against the buffers that hold the values before anything is made of that length. */
export class ArrowBatch {
  readonly rows: number
  private readonly file: string
  private readonly body: Uint8Array
  private readonly nodes: [number, number][]
  private readonly regions: [number, number][]
  private readonly codec: number
  private readonly decompress: Decompress
  private readonly dictionaries: Map<number, BatchValues>
  private node = 0
  private region = 0

  constructor(
    file: string,
    batch: FlatTable,
    body: Uint8Array,
    dictionaries: Map<number, BatchValues>,
    decompress: Decompress,
  ) {
    this.file = file
    this.body = body
    this.rows = batch.long(0)
    this.nodes = batch.pairs(1)
    this.regions = batch.pairs(2)
    const compression = batch.table(3)
    this.codec = compression ? compression.byte(0) : -1
    this.decompress = decompress
    this.dictionaries = dictionaries
  }

  /** The values of the next field; its length must be `length` where that is given. */
  read(field: ArrowField, length?: number): BatchValues {
    const [count, missing] = this.nodes[this.node++] ?? [-1, 0]
    if (!(Number.isSafeInteger(count) && count >= 0) || (length !== undefined && count !== length))
      throw this.damaged(`"${field.name.slice(0, 80)}" has ${count} values`)
    if (field.kind === 'null') return null
    if (field.dictionary !== undefined) {
      const valid = this.validity(count, missing)
      const codes = this.numbers(field.indexFormat!, count)
      return this.lookUp(this.dictionaries.get(field.dictionary) ?? null, codes, valid)
    }
    if (field.kind === 'skipped') {
      this.region += field.buffers!
      for (const child of field.children) this.read(child)
      return null
    }
    const valid = this.validity(count, missing)
    if (field.kind === 'number') return withMissing(this.numbers(field.format!, count), valid)
    if (field.kind === 'bool') return this.bools(count, valid)
    if (field.kind === 'struct') {
      for (const child of field.children) this.read(child)
      return null
    }
    if (field.kind === 'fixed-list')
      return slices(this.read(field.children[0], count * field.width!), count, (i) => i * field.width!, valid)
    const offsets = this.numbers(field.large ? 'i8' : 'i4', count === 0 ? 0 : count + 1)
    for (let i = 0; i < count; i++)
      if (!(offsets[i] >= 0 && offsets[i] <= offsets[i + 1])) throw this.damaged('falling offsets')
    const end = count === 0 ? 0 : offsets[count]
    if (field.kind === 'text') {
      const bytes = this.buffer()
      if (end > bytes.length) throw this.damaged(`text of ${end} bytes in ${bytes.length}`)
      const decoder = new TextDecoder()
      return Array.from({ length: count }, (_, i) =>
        valid?.(i) === false ? null : decoder.decode(bytes.subarray(offsets[i], offsets[i + 1])),
      )
    }
    const child = this.read(field.children[0])
    if (child && end > child.length) throw this.damaged(`lists of ${end} values in ${child.length}`)
    return slices(child, count, (i) => offsets[i], valid)
  }

  /** As `read`, but a column of vectors of the same length, none missing, comes as they lie in the file. */
  readColumn(field: ArrowField): BatchValues | FlatVectors {
    const values = this.read(field, this.rows)
    if (!Array.isArray(values) || values.length === 0) return values
    return sideBySide(values) ?? values
  }

  private buffer(): Uint8Array {
    const [begin, length] = this.regions[this.region++] ?? [-1, 0]
    if (!(begin >= 0 && length >= 0 && begin + length <= this.body.length))
      throw this.damaged(`a buffer at ${begin} of ${this.body.length}`)
    const bytes = this.body.subarray(begin, begin + length)
    if (this.codec < 0 || length === 0) return bytes
    if (length < 8) throw this.damaged('a compressed buffer without its length')
    const head = new DataView(bytes.buffer, bytes.byteOffset, 8)
    const size = head.getUint32(0, true) + 2 ** 32 * head.getInt32(4, true)
    return size === -1 ? bytes.subarray(8) : this.decompress(this.codec, bytes.subarray(8), size)
  }

  private numbers(format: Parameters<typeof decodeNumbers>[1], count: number): NumberArray {
    const bytes = this.buffer()
    const size = count * numberBytes(format)
    if (size > bytes.length) throw this.damaged(`${count} numbers in ${bytes.length} bytes`)
    return decodeNumbers(bytes.subarray(0, size), format, true)
  }

  private validity(count: number, missing: number): ((i: number) => boolean) | null {
    const bits = this.buffer()
    if (missing === 0 || bits.length === 0) return null
    if (bits.length * 8 < count) throw this.damaged(`${bits.length * 8} marks for ${count} values`)
    return (i) => ((bits[i >> 3] >> (i & 7)) & 1) === 1
  }

  private bools(count: number, valid: ((i: number) => boolean) | null): NumberArray {
    const bits = this.buffer()
    if (bits.length * 8 < count) throw this.damaged(`${bits.length * 8} bits for ${count} values`)
    return withMissing(
      Uint8Array.from({ length: count }, (_, i) => (bits[i >> 3] >> (i & 7)) & 1),
      valid,
    )
  }

  private lookUp(values: BatchValues, codes: NumberArray, valid: ((i: number) => boolean) | null): BatchValues {
    if (!values) return null
    return Array.from(codes, (code, i) => {
      if (valid?.(i) === false) return null
      if (!(code >= 0 && code < values.length)) throw this.damaged(`code ${code} in a dictionary of ${values.length}`)
      return values[code]
    })
  }

  private damaged(what: string) {
    return badFile(this.file, `is a damaged Arrow file (${what}), get the file again`)
  }
}

function withMissing(values: NumberArray, valid: ((i: number) => boolean) | null): NumberArray {
  if (!valid) return values
  return Float64Array.from(values, (value, i) => (valid(i) ? value : Number.NaN))
}

/** One part of `values` a row, from start(i) to start(i + 1). */
function slices(
  values: BatchValues,
  count: number,
  start: (i: number) => number,
  valid: ((i: number) => boolean) | null,
): BatchValues {
  if (!values) return null
  const part = (begin: number, end: number) =>
    Array.isArray(values) ? values.slice(begin, end) : values.subarray(begin, end)
  return Array.from({ length: count }, (_, i) => (valid?.(i) === false ? null : part(start(i), start(i + 1))))
}

/** The array that vectors of the same length lie in one after the other; null where they do not. */
function sideBySide(rows: readonly unknown[]): FlatVectors | null {
  const [first] = rows
  if (!isNumbers(first) || first.length === 0) return null
  const width = first.length
  const step = first.byteLength
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]
    if (!isNumbers(row) || row.length !== width || row.buffer !== first.buffer) return null
    if (row.byteOffset !== first.byteOffset + i * step) return null
  }
  const ArrayType = first.constructor as new (buffer: ArrayBufferLike, offset: number, length: number) => NumberArray
  return { width, data: new ArrayType(first.buffer, first.byteOffset, rows.length * width) }
}

function isNumbers(value: unknown): value is NumberArray {
  return ArrayBuffer.isView(value) && !(value instanceof DataView)
}
