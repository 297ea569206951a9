import { bytesSource } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import { readMatrixMarket } from '../../../src/readers/matrix-market/read.ts'

const read = async (kind: string, body: string) => {
  const text = `%%MatrixMarket matrix ${kind}\n${body}`
  const [{ name, value }] = await readMatrixMarket(bytesSource('folder/x.mtx', new TextEncoder().encode(text)))
  expect(name).toBe('x')
  return value
}

/** Rows of numbers of a matrix as it was read. */
async function rows(kind: string, body: string): Promise<number[][]> {
  const value = await read(kind, body)
  if (value.type === 'dense') {
    const [count, columns] = value.shape
    return Array.from({ length: count }, (_, i) => Array.from({ length: columns }, (_, j) => value.data[i + j * count]))
  }
  if (value.type !== 'sparse') throw new Error(value.type)
  return Array.from({ length: value.shape[0] }, (_, i) => {
    const row = new Array<number>(value.shape[1]).fill(0)
    for (let p = value.pointers[i]; p < value.pointers[i + 1]; p++) row[value.indices[p]] = value.values[p]
    return row
  })
}

describe('readMatrixMarket(source)', () => {
  it.each<[string, string, number[][]]>([
    [
      'array real general',
      '2 3\n1\n2\n3\n4\n5\n6\n',
      [
        [1, 3, 5],
        [2, 4, 6],
      ],
    ],
    [
      'array real symmetric',
      '3 3\n1\n2\n3\n4\n5\n6\n',
      [
        [1, 2, 3],
        [2, 4, 5],
        [3, 5, 6],
      ],
    ],
    [
      'array real skew-symmetric',
      '3 3\n2\n3\n5\n',
      [
        [0, -2, -3],
        [2, 0, -5],
        [3, 5, 0],
      ],
    ],
    [
      'coordinate real general',
      '2 3 2\n1 3 0.5\n2 1 -4e1\n',
      [
        [0, 0, 0.5],
        [-40, 0, 0],
      ],
    ],
    [
      'coordinate integer symmetric',
      '2 2 2\n1 1 7\n2 1 9\n',
      [
        [7, 9],
        [9, 0],
      ],
    ],
    [
      'coordinate real skew-symmetric',
      '2 2 1\n2 1 9\n',
      [
        [0, -9],
        [9, 0],
      ],
    ],
    [
      'coordinate pattern general',
      '2 2 2\n1 2\n2 2\n',
      [
        [0, 1],
        [0, 1],
      ],
    ],
    ['COORDINATE Real General', '% a comment\n\r\n%another\n1 1 1\n1 1 +3\n', [[3]]],
  ])('reads "%s"', async (kind, body, wanted) => {
    expect(await rows(kind, body)).toEqual(wanted)
  })

  it('reads infinite and missing values, and a last number without an end of line', async () => {
    expect(await rows('array real general', '4 1\ninf\n-Infinity\nNaN\n2.5')).toEqual([
      [Number.POSITIVE_INFINITY],
      [Number.NEGATIVE_INFINITY],
      [Number.NaN],
      [2.5],
    ])
  })

  it.each([
    ['coordinate complex general', '1 1 1\n1 1 1 1\n', 'is a matrix of kind "coordinate complex general"'],
    ['coordinate real hermitian', '1 1 1\n1 1 1\n', 'is a matrix of kind "coordinate real hermitian"'],
    ['list real general', '1 1\n1\n', 'is a matrix of kind "list real general"'],
    ['array real symmetric', '2 3\n1\n2\n3\n', 'is a symmetric matrix of 2×3, get the file again'],
    ['array real general', '900 900\n1\n', 'declares 900×900 numbers but has 51 bytes, get the file again'],
    ['coordinate real general', '2 2 900\n1 1 1\n', 'declares 900 entries but has 60 bytes, get the file again'],
    ['coordinate real general', '2.5 2 1\n1 1 1\n', 'has rows 2.5 (largest 2147483648), get the file again'],
    ['coordinate real general', '2 -2 1\n1 1 1\n', 'has columns -2 (largest 2147483648), get the file again'],
    ['coordinate real general', '2 2 1\n3 1 1\n', 'has row 3 (largest 2), get the file again'],
    ['coordinate real general', '2 2 1\n1 3 1\n', 'has column 3 (largest 2), get the file again'],
    ['coordinate real general', '2 2 1\n0 1 1\n', 'has an entry at row 0, column 1, which count from 1, correct it'],
    ['coordinate real general', '2 2 1\n1 0 1\n', 'has an entry at row 1, column 0, which count from 1, correct it'],
    ['coordinate real general', '2 2 1\n1 1 one\n', 'has "one" where a number should be, correct it'],
    ['coordinate real general', '2 2 2\n1 1 1\n1 2', 'ends before all its numbers, get the file again'],
  ])('refuses "%s" of %j', async (kind, body, what) => {
    await expect(read(kind, body)).rejects.toThrow(`x.mtx: ${what}`)
  })

  it('refuses another header, and comments without end', async () => {
    const raw = (text: string) => readMatrixMarket(bytesSource('x.mtx', new TextEncoder().encode(text)))
    await expect(raw('%%MatrixMarket vector array real general\n1\n')).rejects.toThrow('has no Matrix Market header')
    await expect(raw('1 2 3\n')).rejects.toThrow('has no Matrix Market header')
    const endless = `%%MatrixMarket matrix array real general\n${'% no end\n'.repeat(120_000)}1 1\n1\n`
    await expect(raw(endless)).rejects.toThrow('has more than 1048576 bytes of comments, take them out')
  })
})
