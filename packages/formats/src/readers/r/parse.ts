import { badFile } from '../../bytes/bad-file.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { decodeText, decodeWestern } from '../../bytes/decode-text.ts'
import { MemoryBudget } from '../../bytes/memory-budget.ts'

/** A value as an R file holds it, with its attributes by name. */
export type RValue = (
  | { type: 'numbers'; data: Float64Array | Int32Array; logical: boolean }
  | { type: 'texts'; values: (string | null)[] }
  | { type: 'list'; items: RValue[] }
  | { type: 'object' }
  | { type: 'null' }
  | { type: 'other'; what: string }
) & { attributes: RAttributes }

/** Attributes of a value: names, dim, dimnames, class, levels, and the slots of an S4 object. */
type RAttributes = ReadonlyMap<string, RValue>

/** What has no attributes. */
const noAttributes: RAttributes = new Map()

const deepest = 60
const missingInteger = -2147483648
const nothing: RValue = { type: 'null', attributes: noAttributes }

/** A value and the name it has in a pairlist. */
interface RPair {
  name: string
  value: RValue
}

/** True for the first bytes of a file that R wrote with save or saveRDS, in any form. */
export function isR(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, 11))
  return (
    ['X\n\0\0\0', 'B\n\x02\0\0', 'B\n\x03\0\0'].some((start) => text.startsWith(start)) ||
    /^(RD[XA][23]\n|A\n[23]\n\d{6}\n)/.test(text)
  )
}

/** Reads the objects of an R file: one of saveRDS under an empty name, those of save under theirs. Binary XDR of versions 2 and 3. Source: R Internals 1.8, serialize.c. */
export async function readR(source: ByteSource): Promise<RPair[]> {
  return new RReader(source, await source.slice(0)).objects()
}

class RReader {
  private readonly file: string
  private readonly bytes: Uint8Array
  private readonly view: DataView
  private readonly budget: MemoryBudget
  private readonly references: RValue[] = []
  private at = 0
  private depth = 0

  constructor(source: ByteSource, bytes: Uint8Array) {
    this.file = source.name
    this.bytes = bytes
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.budget = new MemoryBudget(source)
  }

  objects(): RPair[] {
    const head = decodeText(this.bytes.subarray(0, 5))
    const several = /^RDX[23]\n/.test(head)
    if (several) this.at = 5
    if (decodeText(this.bytes.subarray(this.at, this.at + 2)) !== 'X\n')
      throw badFile(this.file, 'is an R file in another form than binary XDR, save it again with saveRDS(x, file)')
    this.at += 2
    const version = this.integer()
    this.at += 8
    if (version !== 2 && version !== 3)
      throw badFile(this.file, `is an R file of version ${version}, save it with version = 3`)
    if (version === 3) this.take(this.integer())
    if (!several) return [{ name: '', value: this.item() }]
    const flags = this.integer()
    return (flags & 255) === 2 ? this.pairs(flags) : []
  }

  private item(): RValue {
    if (++this.depth > deepest) throw this.damaged(`nested deeper than ${deepest}`)
    const value = this.itemOf(this.integer())
    this.depth--
    return value
  }

  private itemOf(flags: number): RValue {
    const type = flags & 255
    const attributed = (flags & 512) !== 0
    switch (type) {
      case 1:
        return this.remember({ type: 'texts', values: [this.text()], attributes: noAttributes })
      case 2:
      case 5:
      case 6:
      case 17: {
        const pairs = this.pairs(flags)
        const items = pairs.map(({ value }) => value)
        return { type: 'list', items, attributes: new Map([['names', textValue(pairs.map(({ name }) => name))]]) }
      }
      case 3:
        this.pairs(flags)
        return other('a function')
      case 4:
        return this.environment()
      case 7:
      case 8:
        this.take(this.integer())
        return other('a function')
      case 9:
        return textValue([this.characters(flags)])
      case 10:
      case 13:
        return this.vector(attributed, 4, (data) => ({
          type: 'numbers',
          data: this.integers(data),
          logical: type === 10,
        }))
      case 14:
        return this.vector(attributed, 8, (count) => ({ type: 'numbers', data: this.doubles(count), logical: false }))
      case 15:
        return this.vector(attributed, 16, (count) => {
          this.take(16 * count)
          return { type: 'other', what: 'complex numbers' }
        })
      case 16:
        return this.vector(attributed, 8, (count) => ({
          type: 'texts',
          values: Array.from({ length: count }, () => this.text()),
        }))
      case 19:
      case 20:
        return this.vector(attributed, 4, (count) => ({
          type: 'list',
          items: Array.from({ length: count }, () => this.item()),
        }))
      case 24:
        return this.vector(attributed, 1, (count) => {
          this.take(count)
          return { type: 'other', what: 'raw bytes' }
        })
      case 25:
        return { type: 'object', attributes: this.attributes(attributed) }
      case 22:
        this.remember(other('a pointer'))
        this.item()
        this.item()
        this.attributes(attributed)
        return other('a pointer')
      case 238: {
        const [info, state] = [this.item(), this.item()]
        const extra = this.item()
        const value = expandAltrep(this.file, info, state, this.budget)
        return extra.type === 'list' ? { ...value, attributes: attributesOf(extra) } : value
      }
      case 247:
      case 248:
      case 249: {
        this.integer()
        const count = this.length(4)
        for (let i = 0; i < count; i++) this.item()
        return this.remember(other('an environment'))
      }
      case 255: {
        const index = flags >>> 8 || this.integer()
        const reference = this.references[index - 1]
        if (!reference) throw this.damaged(`reference ${index} of ${this.references.length}`)
        return reference
      }
      case 241:
      case 242:
      case 250:
      case 251:
      case 252:
      case 253:
      case 254:
        return nothing
      default:
        throw badFile(this.file, `holds something of R's type ${type} (a compiled function?), save only data`)
    }
  }

  /** The pairs of a pairlist that begins with `first`, whose rest is read in a loop. */
  private pairs(first: number): RPair[] {
    const pairs: RPair[] = []
    let flags = first
    while ([2, 3, 5, 6, 17].includes(flags & 255)) {
      if (flags & 512) this.item()
      const tag = flags & 1024 ? this.item() : nothing
      pairs.push({ name: tag.type === 'texts' ? (tag.values[0] ?? '') : '', value: this.item() })
      flags = this.integer()
    }
    if ((flags & 255) !== 254) this.itemOf(flags)
    return pairs
  }

  private environment(): RValue {
    this.integer()
    const value = this.remember(other('an environment'))
    for (let part = 0; part < 4; part++) this.item()
    return value
  }

  private vector(
    attributed: boolean,
    size: number,
    read: (count: number) => DistributiveOmit<RValue, 'attributes'>,
  ): RValue {
    const value = read(this.length(size))
    return { ...value, attributes: this.attributes(attributed) } as RValue
  }

  private attributes(present: boolean): RAttributes {
    if (!present) return noAttributes
    return new Map(this.pairs(this.integer()).map(({ name, value }) => [name, value]))
  }

  /** A count of elements that take at least `size` bytes each, which must be there. */
  private length(size: number): number {
    let count = this.integer()
    if (count === -1) count = this.integer() * 2 ** 32 + (this.integer() >>> 0)
    if (!(count >= 0 && count * Math.min(size, 4) <= this.bytes.length - this.at))
      throw this.damaged(`${count} elements with ${this.bytes.length - this.at} bytes left`)
    return count
  }

  private integers(count: number): Int32Array | Float64Array {
    const begin = this.take(4 * count).at
    const data = new Int32Array(count)
    let missing = false
    for (let i = 0; i < count; i++) {
      data[i] = this.view.getInt32(begin + 4 * i)
      missing ||= data[i] === missingInteger
    }
    return missing ? Float64Array.from(data, (value) => (value === missingInteger ? Number.NaN : value)) : data
  }

  private doubles(count: number): Float64Array {
    const begin = this.take(8 * count).at
    const data = new Float64Array(count)
    for (let i = 0; i < count; i++) data[i] = this.view.getFloat64(begin + 8 * i)
    return data
  }

  private text(): string | null {
    const flags = this.integer()
    if ((flags & 255) === 254) return null
    if ((flags & 255) !== 9) throw this.damaged('no text where one should be')
    return this.characters(flags)
  }

  private characters(flags: number): string | null {
    const length = this.integer()
    if (length === -1) return null
    const { at } = this.take(length)
    const bytes = this.bytes.subarray(at, at + length)
    return flags & (1 << 14) ? decodeWestern(bytes) : decodeText(bytes)
  }

  private integer(): number {
    return this.view.getInt32(this.take(4).at)
  }

  /** Steps over bytes that must be there. */
  private take(length: number): { at: number } {
    const at = this.at
    if (!(length >= 0 && at + length <= this.bytes.length))
      throw this.damaged(`${length} bytes at ${at} of ${this.bytes.length}`)
    this.at += length
    return { at }
  }

  private remember(value: RValue): RValue {
    this.references.push(value)
    return value
  }

  private damaged(what: string) {
    return badFile(this.file, `is a damaged R file (${what}), get the file again`)
  }
}

type DistributiveOmit<T, K extends keyof T> = T extends unknown ? Omit<T, K> : never

/** The pairs of a pairlist that was read as a list, as attributes. */
function attributesOf(pairs: RValue & { type: 'list' }): RAttributes {
  const names = pairs.attributes.get('names')
  return new Map(pairs.items.map((value, i) => [(names?.type === 'texts' && names.values[i]) || '', value]))
}

function textValue(values: (string | null)[]): RValue {
  return { type: 'texts', values, attributes: noAttributes }
}

function other(what: string): RValue {
  return { type: 'other', what, attributes: noAttributes }
}

/** The plain vector that R stores in a short form: a sequence such as 1:n, numbers that are shown as text, or a vector with a wrapper around it. */
function expandAltrep(file: string, info: RValue, state: RValue, budget: MemoryBudget): RValue {
  const kind = info.type === 'list' && info.items[0]?.type === 'texts' ? (info.items[0].values[0] ?? '') : ''
  const attributes = noAttributes
  if (kind === 'compact_intseq' || kind === 'compact_realseq') {
    const [count, first, step] = numbersOf(state)
    if (!(Number.isInteger(count) && count >= 0 && count <= 2 ** 31))
      throw badFile(file, `has a sequence of ${count} numbers, get the file again`)
    budget.claim(8 * count, `a sequence of ${count} numbers`)
    return {
      type: 'numbers',
      data: Float64Array.from({ length: count }, (_, i) => first + i * step),
      logical: false,
      attributes,
    }
  }
  const inner = state.type === 'list' ? state.items[0] : undefined
  if (kind === 'deferred_string' && inner?.type === 'numbers')
    return {
      type: 'texts',
      values: Array.from(inner.data, (value) => (Number.isNaN(value) ? null : String(value))),
      attributes,
    }
  if (/^wrap_/.test(kind) && inner) return inner
  return { type: 'other', what: `something R calls ${kind.slice(0, 40)}`, attributes }
}

/** The texts of an attribute; empty where there are none. A missing text is empty. */
export function textsOf(value: RValue | undefined): string[] {
  return value?.type === 'texts' ? value.values.map((text) => text ?? '') : []
}

/** The numbers of an attribute; empty where there are none. */
export function numbersOf(value: RValue | undefined): Float64Array | Int32Array {
  return value?.type === 'numbers' ? value.data : new Float64Array(0)
}

/** True when R's `inherits(value, name)` is. */
export function isOfClass(value: RValue, name: string): boolean {
  return textsOf(value.attributes.get('class')).includes(name)
}
