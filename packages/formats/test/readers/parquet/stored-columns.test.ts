import type { PageHeader, SchemaElement } from 'hyparquet'
import { describe, expect, it } from 'vitest'
import { checkDelta } from '../../../src/readers/parquet/check-pages.ts'
import { PageDecoder } from '../../../src/readers/parquet/page-decoder.ts'
import { logicalValues, unreadable } from '../../../src/readers/parquet/read.ts'

const element = (facts: object) => ({ name: 'c', ...facts }) as SchemaElement

describe('columns that are not read', () => {
  it.each<[string | undefined, object]>([
    ['shapes', { type: 'BYTE_ARRAY', logical_type: { type: 'GEOMETRY' } }],
    ['shapes', { type: 'BYTE_ARRAY', logical_type: { type: 'GEOGRAPHY' } }],
    ['BSON', { type: 'BYTE_ARRAY', converted_type: 'BSON' }],
    ['BSON', { type: 'BYTE_ARRAY', logical_type: { type: 'BSON' } }],
    ['intervals', { type: 'FIXED_LEN_BYTE_ARRAY', converted_type: 'INTERVAL' }],
    ['bytes', { type: 'FIXED_LEN_BYTE_ARRAY' }],
    [undefined, { type: 'FIXED_LEN_BYTE_ARRAY', converted_type: 'DECIMAL' }],
    [undefined, { type: 'FIXED_LEN_BYTE_ARRAY', logical_type: { type: 'UUID' } }],
    [undefined, { type: 'FIXED_LEN_BYTE_ARRAY', logical_type: { type: 'FLOAT16' } }],
    [undefined, { type: 'BYTE_ARRAY', converted_type: 'UTF8' }],
    [undefined, { type: 'DOUBLE' }],
  ])('are named %s: %o', (what, facts) => {
    expect(unreadable(element(facts))).toBe(what)
  })
})

describe('values as their type means them', () => {
  it('are times of day in any unit, and nothing where nothing is', () => {
    const noon = 12 * 3_600_000
    expect(logicalValues(element({ converted_type: 'TIME_MILLIS' }), [noon, null, undefined])).toEqual([
      '12:00:00',
      null,
      null,
    ])
    expect(logicalValues(element({ converted_type: 'TIME_MICROS' }), [1000n * BigInt(noon)])).toEqual(['12:00:00'])
    const nanos = element({ logical_type: { type: 'TIME', unit: 'NANOS' } })
    expect(logicalValues(nanos, [1e6 * noon + 5e8])).toEqual(['12:00:00.500'])
  })

  it('are decimals without the digits that a product adds, also in lists', () => {
    const decimal = element({ converted_type: 'DECIMAL', scale: 1 })
    expect(logicalValues(decimal, [0.30000000000000004, null, [0.7000000000000001]])).toEqual([0.3, null, [0.7]])
    expect(logicalValues(element({ converted_type: 'DECIMAL' }), [7.0000001])).toEqual([7])
    expect(logicalValues(element({ converted_type: 'DECIMAL', scale: 100 }), [0.5])).toEqual([0.5])
    expect(logicalValues(element({ converted_type: 'DECIMAL', scale: -1 }), [70.5])).toEqual([70.5])
    expect(logicalValues(element({ converted_type: 'DECIMAL', scale: 101 }), [70.5])).toEqual([70.5])
  })

  it('are untouched for all other types', () => {
    const values = [1, 2]
    expect(logicalValues(element({ type: 'INT32' }), values)).toBe(values)
    expect(logicalValues(element({ converted_type: 'UTF8' }), values)).toBe(values)
  })
})

describe('a page of numbers in lists', () => {
  /** Three values in lists of the first and the other two; levels are runs or packed bits. */
  const levels = [0x03, 0b100, 0x06, 1]
  const header = (encoding: string) =>
    ({
      data_page_header_v2: {
        num_values: 3,
        encoding,
        repetition_levels_byte_length: 2,
        definition_levels_byte_length: 2,
      },
    }) as unknown as PageHeader
  const page = (...values: number[]) => Uint8Array.from([...levels, ...values])
  const bytesOf = (array: ArrayBufferView) => [...new Uint8Array(array.buffer)]
  const numbers = (type: string, bytes: Uint8Array, encoding = 'PLAIN', dictionary?: Float64Array) => {
    const found = new PageDecoder(type, 1).read(header(encoding), bytes, dictionary)
    return found && Array.from({ length: found.present }, (_, i) => found.value(i))
  }

  it.each<[string, ArrayBufferView]>([
    ['DOUBLE', Float64Array.of(1.5, -2, 3e300)],
    ['FLOAT', Float32Array.of(1.5, -2, 0.25)],
    ['INT32', Int32Array.of(1, -2, 2 ** 31 - 1)],
  ])('of type %s gives them back', (type, array) => {
    expect(numbers(type, page(...bytesOf(array)))).toEqual(Array.from(array as Float64Array))
    expect(() => numbers(type, page(...bytesOf(array).slice(1)))).toThrow('3 numbers of')
  })

  it('of whole numbers of 64 bits gives them back', () => {
    const array = BigInt64Array.of(1n, -2n, 2n ** 40n + 3n)
    expect(numbers('INT64', page(...bytesOf(array)))).toEqual([1, -2, 2 ** 40 + 3])
  })

  it('by dictionary gives what its codes stand for', () => {
    const dictionary = Float64Array.of(5, 6, 7)
    for (const encoding of ['RLE_DICTIONARY', 'PLAIN_DICTIONARY']) {
      expect(numbers('DOUBLE', page(2, 0x03, 0b010010), encoding, dictionary)).toEqual([7, 5, 6])
      expect(numbers('DOUBLE', page(0), encoding, dictionary)).toEqual([5, 5, 5])
      expect(numbers('DOUBLE', page(0), encoding)).toBeNull()
    }
    expect(() => numbers('DOUBLE', page(2, 0x06, 3), 'RLE_DICTIONARY', dictionary)).toThrow(
      'code 3 in a dictionary of 3',
    )
    expect(() => numbers('DOUBLE', page(33, 0x06, 0), 'RLE_DICTIONARY', dictionary)).toThrow('codes of 33 bits')
    expect(numbers('DOUBLE', page(0), 'BYTE_STREAM_SPLIT', dictionary)).toBeNull()
  })

  it('has the lengths of its levels before them in version 1, and is refused where they end behind it', () => {
    const first = { data_page_header: { num_values: 3, encoding: 'PLAIN' } } as unknown as PageHeader
    const with4 = [2, 0, 0, 0, 0x03, 0b100, 2, 0, 0, 0, 0x06, 1, ...bytesOf(Float64Array.of(1, 2, 3))]
    const found = new PageDecoder('DOUBLE', 1).read(first, Uint8Array.from(with4), undefined)!
    expect([found.present, found.value(2), Array.from(found.repetition as Uint32Array)]).toEqual([3, 3, [0, 0, 1]])
    with4[0] = 200
    expect(() => new PageDecoder('DOUBLE', 1).read(first, Uint8Array.from(with4), undefined)).toThrow(
      'levels of 200 bytes in a page of 36',
    )
  })

  it('counts only values that are there', () => {
    const some = Uint8Array.from([0x03, 0b100, 0x03, 0b101, ...bytesOf(Float64Array.of(1, 2))])
    expect(numbers('DOUBLE', some)).toEqual([1, 2])
  })
})

describe('delta-packed numbers', () => {
  const check =
    (blocks: number, ...bytes: number[]) =>
    () =>
      checkDelta('x.parquet', Uint8Array.from(bytes), blocks)
  const refusal = 'x.parquet: is a damaged Parquet file (wrong delta encoding), get the file again'

  it('have believable heads, behind their levels', () => {
    expect(check(0, 0x80, 1, 4, 3, 0)).not.toThrow()
    expect(check(1, 1, 0, 0, 0, 9, 0x80, 1, 4, 3, 0)).not.toThrow()
    expect(check(0, 0x80, 0x80, 0x80, 8, 1)).not.toThrow()
  })

  it.each<[string, number, number[]]>([
    ['no small block', 0, [0x80, 1, 0, 3]],
    ['more small blocks than bytes', 0, [0x80, 1, 5, 3]],
    ['blocks of no number', 0, [0, 4, 3, 3]],
    ['blocks of more than 2^24 numbers', 0, [0x81, 0x80, 0x80, 8, 1]],
    ['a number without end', 0, [0x80, 0x80, 0x80, 0x80, 0x80, 1]],
    ['an end in a number', 0, [0x80]],
    ['levels without their length', 1, [1, 0, 0]],
    ['levels behind the end', 1, [9, 0, 0, 0, 1, 1]],
  ])('are refused with %s', (_, blocks, bytes) => {
    expect(check(blocks, ...bytes)).toThrow(refusal)
  })
})
