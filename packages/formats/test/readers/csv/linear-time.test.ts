import { bytesSource, readDataset } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import { splitRecord } from '../../../src/readers/csv/scanner.ts'
import { parseNumber } from '../../../src/table/parse-number.ts'

const read = (text: string) => readDataset([bytesSource('a.csv', new TextEncoder().encode(text))])

// Time that grows with the square of the length runs into the limit of every test here.
describe('delimited text is read in time that grows with its length', () => {
  it('with a million line breaks within quotes', async () => {
    const row = (i: number) => `"${'\n'.repeat(i === 7 ? 1_000_000 : 1)}${i}",${i * i},${i % 3}`
    const { samples, ids } = await read(['id,a,b', ...[7, 2, 5, 3].map(row)].join('\n'))
    expect(samples).toBe(4)
    expect(ids).toHaveLength(4)
  })

  it('with 150,000 equal names in the header, which are numbered', async () => {
    const line = (field: string) => Array<string>(150_000).fill(field).join(',')
    const { views } = await read([line('x'), line('1'), line('2')].join('\n'))
    expect(views[0].view.features).toBe(150_000)
    expect(views[0].featureNames?.slice(0, 3)).toEqual(['x', 'x.2', 'x.3'])
    expect(new Set(views[0].featureNames).size).toBe(150_000)
  })

  it('with a field of 2,000,000 digits that is no number', () => {
    expect(parseNumber(`${'1'.repeat(2_000_000)}x`)).toBeUndefined()
    expect(parseNumber(`${'1'.repeat(2_000_000)}x`, true)).toBeUndefined()
  })

  it('with 2,000,000 empty fields', () => {
    for (const delimiter of ['\t', ',', ';']) {
      const fields = splitRecord(delimiter.repeat(2_000_000), delimiter)
      expect(fields).toHaveLength(2_000_001)
    }
  })
})

describe('a record is split', () => {
  it.each([
    ['a,b', ',', ['a', 'b']],
    [' "a, b" ,c', ',', ['a, b', 'c']],
    ['"a ""b""",""', ',', ['a "b"', '']],
    ['\t\t"x"', '\t', ['', '', 'x']],
    ['  a   "b c"  d ', ' ', ['a', 'b c', 'd']],
    ['"open,b', ',', ['"open', 'b']],
    ['"a"x,b', ',', ['a', 'b']],
    ['a,', ',', ['a', '']],
  ])('%j by %j', (line, delimiter, fields) => {
    expect(splitRecord(line, delimiter)).toEqual(fields)
  })
})
