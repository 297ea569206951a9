import { Random } from '@manyview/core/numerics'
import { bytesSource } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import { fileStem, inParts } from '../../src/bytes/byte-source.ts'
import { adler32, crc32 } from '../../src/bytes/checksums.ts'
import { decodeNumbers, type NumberFormat } from '../../src/bytes/decode-numbers.ts'
import { decodeText, fromUtf16 } from '../../src/bytes/decode-text.ts'
import { MemoryBudget } from '../../src/bytes/memory-budget.ts'
import { cutRuns, readRuns } from '../../src/bytes/read-runs.ts'
import { type Decimal, scanDecimal } from '../../src/bytes/scan-decimal.ts'
import { checkSparse } from '../../src/bytes/stored-value.ts'

const encode = (text: string) => new TextEncoder().encode(text)

/** What `scanDecimal` says of a text: its number and the text after it, or null where it leaves the number to others. */
function scanned(text: string, point?: number): [number, string] | null {
  const found: Decimal = { value: 0, end: 0 }
  return scanDecimal(encode(text), 0, found, point) ? [found.value, text.slice(found.end)] : null
}

describe('scanDecimal(bytes, begin, found)', () => {
  it.each([
    '0',
    '7',
    '-12',
    '+3',
    '0.5',
    '.5',
    '5.',
    '-0.25',
    '1e3',
    '1E-3',
    '2.5e+10',
    '007',
    '123456789012345',
    '0.000001',
  ])('reads %s as Number does, up to its end', (text) => {
    expect(scanned(text)).toEqual([Number(text), ''])
    expect(scanned(`${text},8`)).toEqual([Number(text), ',8'])
  })

  it('reads numbers of up to 15 digits to the last bit', () => {
    const random = new Random(5)
    for (let i = 0; i < 2000; i++) {
      const digits = String(random.below(1e9)) + String(random.below(1e6)).padStart(6, '0')
      const place = random.below(digits.length)
      const text = `${digits.slice(0, place)}.${digits.slice(place)}e${random.below(9) - 4}`
      expect(scanned(text), text).toEqual([Number(text), ''])
    }
  })

  it.each([
    '',
    '-',
    '.',
    'e5',
    '1e',
    '1e+',
    'x',
    '1234567890123456',
    '1e23',
    '1e-23',
    '0.12345678901234567',
    '1e9999999',
  ])('leaves %j to others', (text) => {
    expect(scanned(text)).toBeNull()
  })

  it('keeps the sign of zero, counts no leading zeros as digits, and takes another decimal sign', () => {
    expect(Object.is(scanned('-0')![0], -0)).toBe(true)
    expect(scanned('0000000000000000000001')).toEqual([1, ''])
    expect(scanned('1,5', 44)).toEqual([1.5, ''])
    expect(scanned('1.5', 44)).toEqual([1, '.5'])
  })
})

describe('decodeNumbers(bytes, format, littleEndian)', () => {
  it.each<[NumberFormat, number[], number[]]>([
    ['u1', [7, 255], [7, 255]],
    ['i1', [7, 255], [7, -1]],
    ['u2', [1, 2], [258]],
    ['i2', [255, 254], [-2]],
    ['u4', [255, 0, 0, 1], [4278190081]],
    ['i4', [255, 255, 255, 254], [-2]],
    ['u8', [0, 0, 0, 1, 0, 0, 0, 2], [4294967298]],
    ['i8', [255, 255, 255, 255, 255, 255, 255, 253], [-3]],
    ['f4', [0x3f, 0xc0, 0, 0], [1.5]],
    ['f8', [0xc0, 4, 0, 0, 0, 0, 0, 0], [-2.5]],
    [
      'f2',
      [0x3e, 0, 0xc0, 0, 0, 1, 0x80, 0, 0x7c, 0, 0xfc, 0, 0x7e, 0],
      [1.5, -2, 2 ** -24, -0, Infinity, -Infinity, NaN],
    ],
  ])('reads %s in either order of bytes, wherever they lie', (format, big, wanted) => {
    const size = Number(format[1])
    const little = big.flatMap((_, at) => big[Math.floor(at / size) * size + size - 1 - (at % size)])
    for (const shift of [0, 1]) {
      const placed = (bytes: number[]) => Uint8Array.from([...new Array(shift).fill(9), ...bytes]).subarray(shift)
      expect(Array.from(decodeNumbers(placed(big), format, false))).toEqual(wanted)
      expect(Array.from(decodeNumbers(placed(little), format, true))).toEqual(wanted)
    }
  })

  it('leaves the bytes as they are, and those that are too few for a number out', () => {
    const bytes = Uint8Array.of(0, 1, 0, 2, 9)
    expect(Array.from(decodeNumbers(bytes, 'u2', false))).toEqual([1, 2])
    expect(Array.from(bytes)).toEqual([0, 1, 0, 2, 9])
  })
})

describe('checkSparse(file, value)', () => {
  const value = {
    type: 'sparse' as const,
    shape: [2, 3] as [number, number],
    order: 'rows' as const,
    values: Float64Array.of(1, 2, 3),
    indices: Uint32Array.of(0, 2, 9),
    pointers: Uint32Array.of(0, 1, 2),
  }

  it('leaves out what stands behind the last entry', () => {
    expect(checkSparse('x', value)).toEqual({ ...value, values: Float64Array.of(1, 2), indices: Uint32Array.of(0, 2) })
  })

  it.each<[string, object]>([
    ['has 3 starts for 3 columns', { order: 'columns' }],
    ['has 2 starts for 2 rows', { pointers: [0, 2] }],
    ['declares 2 entries but holds 1', { values: Float64Array.of(1) }],
    ['declares 2 entries but holds 1', { indices: Uint32Array.of(0) }],
    ['declares 2 entries but holds 3', { pointers: [1, 1, 2] }],
    ['ends number 2 of its rows before it begins', { pointers: [0, 3, 2] }],
    ['has an entry at 3 of 3', { indices: Uint32Array.of(0, 3) }],
    ['has an entry at -1 of 3', { indices: Int32Array.of(-1, 0) }],
    ['has an entry at 0.5 of 3', { indices: Float64Array.of(0.5, 0) }],
  ])('refuses one that %s', (what, change) => {
    expect(() => checkSparse('x', { ...value, ...change } as never)).toThrow(
      `x: holds a sparse matrix that ${what}, get the file again`,
    )
  })

  it('takes indices up to the last, along either side', () => {
    const turned = {
      ...value,
      order: 'columns' as const,
      pointers: Uint32Array.of(0, 1, 2, 2),
      indices: Uint32Array.of(0, 1),
    }
    expect(checkSparse('x', turned).indices).toEqual(Uint32Array.of(0, 1))
  })
})

describe('MemoryBudget', () => {
  it('lets a file claim eight times its size and 64 MiB, in all', () => {
    const budget = new MemoryBudget(bytesSource('x', new Uint8Array(1000)))
    expect(budget.limit).toBe(8000 + 2 ** 26)
    budget.claim(2 ** 26, 'a')
    expect([budget.allows(8000), budget.allows(8001)]).toEqual([true, false])
    budget.claim(8000, 'b')
    expect(() => budget.claim(1, 'the rest')).toThrow('x: the rest needs 1 byte')
    expect(() => budget.claim(Number.NaN, 'c')).toThrow('x: c needs')
    expect(() => budget.claim(-1, 'c')).toThrow('x: c needs')
  })
})

describe('inParts(source, begin, scan)', () => {
  it('brings what was not used again, with more behind it, and says which part is the last', async () => {
    const bytes = Uint8Array.from({ length: 5_000_000 }, (_, p) => p % 251)
    const seen = new Uint8Array(bytes.length - 10)
    let filled = 0
    const calls: [number, boolean][] = []
    await inParts(bytesSource('x', bytes), 10, (part, last) => {
      calls.push([part.length, last])
      const used = last ? part.length : part.length - 7
      seen.set(part.subarray(0, used), filled)
      filled += used
      return used
    })
    expect(calls).toEqual([
      [1 << 22, false],
      [5_000_000 - 10 - (1 << 22) + 7, true],
    ])
    expect(seen.every((byte, p) => byte === bytes[p + 10])).toBe(true)
  })
})

describe('runs of an array', () => {
  const bytes = Uint8Array.from({ length: 60 }, (_, p) => p)
  const runs = { first: 1, length: 2, stride: 10, count: 5 }
  const wanted = [0, 1, 2, 3, 4].flatMap((r) => [10 * r + 1, 10 * r + 2])

  it('are cut out of bytes and read from a file', async () => {
    expect(Array.from(cutRuns(bytes, runs))).toEqual(wanted)
    const reads: number[] = []
    const read = async (begin: number, length: number) => {
      reads.push(begin, length)
      return bytes.subarray(begin, begin + length)
    }
    expect(Array.from(await readRuns(runs, read))).toEqual(wanted)
    expect(reads).toEqual([1, 42])
    expect(Array.from(await readRuns({ ...runs, count: 1 }, read))).toEqual([1, 2])
  })

  it('of 64 KiB and more are read one by one', async () => {
    const long = { first: 0, length: 1 << 16, stride: 1 << 17, count: 3 }
    const begins: number[] = []
    const result = await readRuns(long, async (begin, length) => {
      begins.push(begin)
      return new Uint8Array(length).fill(begin >> 17)
    })
    expect(begins).toEqual([0, 1 << 17, 1 << 18])
    expect([0, 65535, 65536, 196607].map((at) => result[at])).toEqual([0, 0, 1, 2])
  })
})

describe('text and checksums', () => {
  it('crc32 and adler32 give the published values, also in parts', () => {
    const [one, other] = [encode('1234'), encode('56789')]
    expect(crc32(encode('123456789'))).toBe(0xcbf43926)
    expect(crc32(other, crc32(one))).toBe(0xcbf43926)
    expect(adler32(encode('Wikipedia'))).toBe(0x11e60398)
    expect(adler32(other, adler32(one))).toBe(adler32(encode('123456789')))
    expect(adler32(new Uint8Array(10_000).fill(255))).toBe(
      adler32(new Uint8Array(6000).fill(255), adler32(new Uint8Array(4000).fill(255))),
    )
  })

  it('is UTF-8, or Western European where it is not, or UTF-16 with its mark', async () => {
    expect(decodeText(encode('\uFEFFgrün'))).toBe('grün')
    expect(decodeText(Uint8Array.of(0x67, 0xfc))).toBe('gü')
    const utf16 = async (...bytes: number[]) =>
      decodeText(await (await fromUtf16(bytesSource('x', Uint8Array.from(bytes)))).slice(0))
    expect(await utf16(0xff, 0xfe, 0x41, 0, 0xfc, 0)).toBe('Aü')
    expect(await utf16(0xfe, 0xff, 0, 0x41, 0, 0xfc)).toBe('Aü')
    expect(await utf16(0x41, 0x42)).toBe('AB')
  })

  it('stems of names have no folders and endings', () => {
    expect(['data/text.csv.gz', 'C:\\data\\a.b.csv', 'plain', '.hidden', 'x.tar.XZ'].map(fileStem)).toEqual([
      'text',
      'a.b',
      'plain',
      '.hidden',
      'x',
    ])
  })
})
