import { bytesSource } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import { MemoryBudget } from '../../../src/bytes/memory-budget.ts'
import { checkPages } from '../../../src/readers/parquet/check-pages.ts'

/** A column of `values` values with one page of ten bytes per header; a header is one byte, the end of an empty record. */
function check(values: number, headers: object[], unpack: ((bytes: Uint8Array) => Uint8Array) | null = null): void {
  const bytes = new Uint8Array(11 * headers.length)
  const left = [...headers]
  const part = { begin: 0, length: bytes.length, values, levelBlocks: 0, unpack }
  checkPages('x.parquet', bytes, part, new MemoryBudget(bytesSource('x', bytes)), () => ({
    type: 'DATA_PAGE',
    uncompressed_page_size: 10,
    compressed_page_size: 10,
    ...left.shift(),
  }))
}
const page = (num_values: number, more: object = {}) => ({ data_page_header: { num_values }, ...more })
const second = (facts: object, more: object = {}) => ({
  type: 'DATA_PAGE_V2',
  data_page_header_v2: {
    num_values: 4,
    num_rows: 4,
    num_nulls: 0,
    definition_levels_byte_length: 0,
    repetition_levels_byte_length: 0,
    ...facts,
  },
  ...more,
})
const refused = (values: number, headers: object[], what: string) =>
  expect(() => check(values, headers)).toThrow(`x.parquet: is a damaged Parquet file (${what}), get the file again`)

describe('pages of a Parquet column', () => {
  it('have as many values together as the column, empty pages among them', () => {
    expect(() => check(7, [page(4), page(0), page(3)])).not.toThrow()
    refused(7, [page(4), page(4)], 'a page of 4 values where 3 are left')
    refused(7, [page(-1)], 'a page of -1 values where 7 are left')
    refused(7, [{}], 'a page of -1 values where 7 are left')
  })

  it('end within the column', () => {
    refused(7, [page(4, { compressed_page_size: 11 })], 'a page of 11 bytes')
    refused(7, [page(4, { compressed_page_size: -1 })], 'a page of -1 bytes')
    refused(7, [page(4, { uncompressed_page_size: -1 })], 'a page that grows to -1 bytes')
    refused(7, [page(4, { uncompressed_page_size: 2 ** 45 })], `a page that grows to ${2 ** 45} bytes`)
  })

  it('may be dictionaries with at most a value per byte', () => {
    const dictionary = (num_values: number) => ({ type: 'DICTIONARY_PAGE', dictionary_page_header: { num_values } })
    expect(() => check(7, [dictionary(10), page(7)])).not.toThrow()
    expect(() => check(7, [dictionary(0), page(7)])).not.toThrow()
    refused(7, [dictionary(11)], 'a dictionary with too many values')
    refused(7, [dictionary(-1)], 'a dictionary with too many values')
    refused(7, [{ type: 'DICTIONARY_PAGE' }], 'a dictionary with too many values')
  })

  it('of version 2 have no more rows and missing values than values, and levels within their bytes', () => {
    expect(() =>
      check(4, [second({ num_nulls: 4, definition_levels_byte_length: 6, repetition_levels_byte_length: 4 })]),
    ).not.toThrow()
    for (const facts of [{ num_rows: 5 }, { num_rows: -1 }, { num_nulls: 5 }, { num_nulls: -1 }])
      refused(4, [second(facts)], 'a page with too many rows')
    for (const facts of [
      { definition_levels_byte_length: 11 },
      { definition_levels_byte_length: -1 },
      { repetition_levels_byte_length: -1 },
      { definition_levels_byte_length: 6, repetition_levels_byte_length: 5 },
    ])
      refused(4, [second(facts)], 'a page with wrong levels')
    refused(
      4,
      [second({ definition_levels_byte_length: 6 }, { uncompressed_page_size: 5 })],
      'a page with wrong levels',
    )
  })

  it('of delta-packed numbers are unpacked and looked at, without the levels of version 2', () => {
    const lengths: number[] = []
    const unpack = (bytes: Uint8Array) => {
      lengths.push(bytes.length)
      return Uint8Array.of(0)
    }
    const encoding = 'DELTA_BINARY_PACKED'
    const wrong = 'wrong delta encoding'
    expect(() => check(4, [{ data_page_header: { num_values: 4, encoding } }], unpack)).toThrow(wrong)
    expect(() => check(4, [second({ encoding, definition_levels_byte_length: 3 })], unpack)).toThrow(wrong)
    expect(lengths).toEqual([10, 7])
    const stored = second({ encoding, is_compressed: false })
    expect(() => check(4, [stored], unpack)).toThrow(wrong)
    expect(lengths).toHaveLength(2)
    expect(() => check(4, [{ data_page_header: { num_values: 4, encoding: 'PLAIN' } }], unpack)).not.toThrow()
    expect(() => check(4, [{ data_page_header: { num_values: 4, encoding } }])).not.toThrow()
  })
})
