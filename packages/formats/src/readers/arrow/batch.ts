import { badFile } from '../../bytes/bad-file.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { decodeNumbers, type NumberFormat, numberBytes } from '../../bytes/decode-numbers.ts'
import type { NumberArray } from '../../bytes/stored-value.ts'
import { timeText } from '../../table/table.ts'
import type { FlatVectors } from '../../table/vector-column.ts'
import type { ArrowField } from './field.ts'
import type { ArrowMessage, FlatTable } from './messages.ts'

/** Values of one field in one batch: numbers, or anything with `null` for missing; null altogether for a field that is skipped. */
export type BatchValues = NumberArray | unknown[] | null

/** True where the value of a row is there; null: all are. */
type Valid = ((i: number) => boolean) | null

/** Gives the bytes of a compressed buffer of `size` bytes. */
export type Decompress = (codec: number, bytes: Uint8Array, size: number) => Uint8Array

/** Reads the fields of one record batch. Every length is checked against the buffers that hold the values before anything is made of that length. */
export class ArrowBatch {
  readonly rows: number
  private readonly source: ByteSource
  private readonly body: ArrowMessage['body']
  private readonly nodes: [number, number][]
  private readonly regions: [number, number][]
  /** Buffers of each field whose values lie in any number of them. */
  private readonly viewBuffers: number[]
  private readonly codec: number
  private readonly decompress: Decompress
  private readonly dictionaries: Map<number, BatchValues>
  private node = 0
  private region = 0
  private viewField = 0

  constructor(
    source: ByteSource,
    batch: FlatTable,
    body: ArrowMessage['body'],
    dictionaries: Map<number, BatchValues>,
    decompress: Decompress,
  ) {
    this.source = source
    this.body = body
    this.rows = batch.long(0)
    this.nodes = batch.pairs(1)
    this.regions = batch.pairs(2)
    const compression = batch.table(3)
    this.viewBuffers = batch.longs(4)
    // Buffers that share their bytes would make much out of little.
    if (!(this.regions.reduce((sum, [, length]) => sum + length, 0) <= body.length))
      throw this.damaged(`buffers of more than ${body.length} bytes`)
    this.codec = compression ? compression.byte(0) : -1
    this.decompress = decompress
    this.dictionaries = dictionaries
  }

  /** The values of the next field; its length must be `length` where that is given. */
  async read(field: ArrowField, length?: number): Promise<BatchValues> {
    const [count, missing] = this.nodes[this.node++] ?? [-1, 0]
    if (!(Number.isSafeInteger(count) && count >= 0) || (length !== undefined && count !== length))
      throw this.damaged(`"${field.name.slice(0, 80)}" has ${count} values`)
    if (field.kind === 'null') return null
    if (field.dictionary !== undefined) {
      const valid = await this.validity(count, missing)
      const codes = await this.numbers(field.indexFormat!, count)
      return this.lookUp(this.dictionaries.get(field.dictionary) ?? null, codes, valid)
    }
    if (field.kind === 'skipped') {
      this.region += field.buffers! + (field.view ? this.nextViewBuffers() : 0)
      for (const child of field.children) await this.read(child)
      return null
    }
    const valid = await this.validity(count, missing)
    if (field.kind === 'number') return withMissing(await this.numbers(field.format!, count), valid)
    if (field.kind === 'decimal') return withMissing(await this.decimals(field, count), valid)
    if (field.kind === 'date' || field.kind === 'time') {
      const times = await this.numbers(field.format!, count)
      const convert = field.kind === 'date' ? (time: number) => new Date(time) : timeText
      return Array.from(times, (time, i) => (valid?.(i) === false ? null : convert(time * field.unit!)))
    }
    if (field.kind === 'bool') return this.bools(count, valid)
    if (field.kind === 'struct') {
      for (const child of field.children) await this.read(child)
      return null
    }
    if (field.kind === 'fixed-list') {
      const child = await this.read(field.children[0], count * field.width!)
      return slices(child, count, (i) => i * field.width!, valid)
    }
    if (field.view) return this.viewTexts(count, valid)
    const offsets = await this.numbers(field.large ? 'i8' : 'i4', count === 0 ? 0 : count + 1)
    for (let i = 0; i < count; i++)
      if (!(offsets[i] >= 0 && offsets[i] <= offsets[i + 1])) throw this.damaged('falling offsets')
    const end = count === 0 ? 0 : offsets[count]
    if (field.kind === 'text') {
      const bytes = await this.buffer()
      if (end > bytes.length) throw this.damaged(`text of ${end} bytes in ${bytes.length}`)
      const decoder = new TextDecoder()
      return Array.from({ length: count }, (_, i) =>
        valid?.(i) === false ? null : decoder.decode(bytes.subarray(offsets[i], offsets[i + 1])),
      )
    }
    const child = await this.read(field.children[0])
    if (child && end > child.length) throw this.damaged(`lists of ${end} values in ${child.length}`)
    return slices(child, count, (i) => offsets[i], valid)
  }

  /** As `read`, but a column of vectors of the same length, none missing, comes as they lie in the file. */
  async readColumn(field: ArrowField): Promise<BatchValues | FlatVectors> {
    const values = await this.read(field, this.rows)
    if (!Array.isArray(values) || values.length === 0) return values
    return sideBySide(values) ?? values
  }

  private async buffer(): Promise<Uint8Array> {
    const [begin, length] = this.regions[this.region++] ?? [-1, 0]
    if (!(begin >= 0 && length >= 0 && begin + length <= this.body.length))
      throw this.damaged(`a buffer at ${begin} of ${this.body.length}`)
    const bytes = await this.source.slice(this.body.begin + begin, this.body.begin + begin + length)
    if (this.codec < 0 || length === 0) return bytes
    if (length < 8) throw this.damaged('a compressed buffer without its length')
    const head = new DataView(bytes.buffer, bytes.byteOffset, 8)
    const size = head.getUint32(0, true) + 2 ** 32 * head.getInt32(4, true)
    return size === -1 ? bytes.subarray(8) : this.decompress(this.codec, bytes.subarray(8), size)
  }

  private nextViewBuffers(): number {
    const count = this.viewBuffers[this.viewField++] ?? -1
    if (!(count >= 0 && count <= this.regions.length)) throw this.damaged(`text in ${count} buffers`)
    return count
  }

  /** Texts of which up to 12 bytes stand in place; of longer ones the number of a buffer and the offset in it. */
  private async viewTexts(count: number, valid: Valid): Promise<BatchValues> {
    const views = await this.buffer()
    if (count * 16 > views.length) throw this.damaged(`${count} texts in ${views.length} bytes`)
    const buffers: Uint8Array[] = []
    for (let left = this.nextViewBuffers(); left > 0; left--) buffers.push(await this.buffer())
    const words = new DataView(views.buffer, views.byteOffset, views.byteLength)
    const decoder = new TextDecoder()
    return Array.from({ length: count }, (_, i) => {
      if (valid?.(i) === false) return null
      const length = words.getUint32(16 * i, true)
      if (length <= 12) return decoder.decode(views.subarray(16 * i + 4, 16 * i + 4 + length))
      const bytes = buffers[words.getUint32(16 * i + 8, true)]
      const begin = words.getUint32(16 * i + 12, true)
      if (!bytes || begin + length > bytes.length) throw this.damaged(`a text of ${length} bytes`)
      return decoder.decode(bytes.subarray(begin, begin + length))
    })
  }

  /** Whole numbers of 4 to 32 bytes, lowest first, over a power of ten. */
  private async decimals({ bytes: width = 16, scale = 0 }: ArrowField, count: number): Promise<Float64Array> {
    const bytes = await this.buffer()
    if (count * width > bytes.length) throw this.damaged(`${count} decimals in ${bytes.length} bytes`)
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return Float64Array.from({ length: count }, (_, i) => {
      let digits = BigInt(view.getInt32((i + 1) * width - 4, true))
      for (let at = width - 8; at >= 0; at -= 4) digits = (digits << 32n) | BigInt(view.getUint32(i * width + at, true))
      // As text, so that the nearest double comes out, which a division would miss.
      return Number(`${digits}e${-scale}`)
    })
  }

  private async numbers(format: NumberFormat, count: number): Promise<NumberArray> {
    const bytes = await this.buffer()
    const size = count * numberBytes(format)
    if (size > bytes.length) throw this.damaged(`${count} numbers in ${bytes.length} bytes`)
    return decodeNumbers(bytes.subarray(0, size), format, true)
  }

  private async validity(count: number, missing: number): Promise<Valid> {
    const bits = await this.buffer()
    if (missing === 0 || bits.length === 0) return null
    if (bits.length * 8 < count) throw this.damaged(`${bits.length * 8} marks for ${count} values`)
    return (i) => ((bits[i >> 3] >> (i & 7)) & 1) === 1
  }

  private async bools(count: number, valid: Valid): Promise<NumberArray> {
    const bits = await this.buffer()
    if (bits.length * 8 < count) throw this.damaged(`${bits.length * 8} bits for ${count} values`)
    return withMissing(
      Uint8Array.from({ length: count }, (_, i) => (bits[i >> 3] >> (i & 7)) & 1),
      valid,
    )
  }

  private lookUp(values: BatchValues, codes: NumberArray, valid: Valid): BatchValues {
    if (!values) return null
    return Array.from(codes, (code, i) => {
      if (valid?.(i) === false) return null
      if (!(code >= 0 && code < values.length)) throw this.damaged(`code ${code} in a dictionary of ${values.length}`)
      return values[code]
    })
  }

  private damaged(what: string) {
    return badFile(this.source.name, `is a damaged Arrow file (${what}), get the file again`)
  }
}

function withMissing(values: NumberArray, valid: Valid): NumberArray {
  if (!valid) return values
  return Float64Array.from(values, (value, i) => (valid(i) ? value : Number.NaN))
}

/** One part of `values` a row, from start(i) to start(i + 1). */
function slices(values: BatchValues, count: number, start: (i: number) => number, valid: Valid): BatchValues {
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
