import type { Association } from '@manyview/core/metadata'
import { describe, expect, it } from 'vitest'
import { mapWords } from '../../src/results/clustering-words.ts'
import { packFloats, packPlaces, packWhole, unpack, unpackPlaces } from '../../src/results/packed-array.ts'
import { associationsRecord, columnRecords } from '../../src/results/write-record.ts'

const again = (values: number[]) => Array.from(unpack(packWhole(values), values.length)!)

describe('numbers as base64', () => {
  it('take the narrowest type that holds the largest, lowest byte first', () => {
    expect(packWhole([1, 255])).toEqual({ type: 'uint8', base64: btoa('\x01\xff') })
    expect(packWhole([1, 256])).toEqual({ type: 'uint16', base64: btoa('\x01\x00\x00\x01') })
    expect(packWhole([65_535]).type).toBe('uint16')
    expect(packWhole([65_536])).toEqual({ type: 'uint32', base64: btoa('\x00\x00\x01\x00') })
    expect(packFloats([1.5])).toEqual({ type: 'float32', base64: btoa('\x00\x00\xc0\x3f') })
    expect(packWhole([])).toEqual({ type: 'uint8', base64: '' })
  })

  it('are the same once they are unpacked', () => {
    for (const values of [
      [0, 7, 255],
      [256, 65_535],
      [3, 65_536, 2 ** 32 - 1],
    ])
      expect(again(values)).toEqual(values)
    expect(Array.from(unpack(packFloats([0.5, -2, Number.NaN]), 3)!)).toEqual([0.5, -2, Number.NaN])
    const long = Array.from({ length: 8193 }, (_, i) => i % 251)
    expect(again(long)).toEqual(long)
  })

  it('are none where there are more or fewer, or where letters are wrong', () => {
    expect(unpack(packWhole([1, 2]), 3)).toBeNull()
    expect(unpack(packWhole([1, 2]), 1)).toBeNull()
    expect(unpack({ type: 'uint16', base64: btoa('abc') }, 1)).toBeNull()
    expect(unpack({ type: 'uint8', base64: '*' }, 1)).toBeNull()
  })
})

describe('places on a map', () => {
  const places = (...values: number[]) => Array.from(unpack(packPlaces(Float64Array.from(values)), values.length)!)

  it('fill the longer side, and keep the shape', () => {
    expect(places(10, 5, 14, 7, 12, 6)).toEqual([0, 0, 65_534, 32_767, 32_767, 16_384])
    expect(places(1, 0, 1, 4)).toEqual([0, 0, 0, 65_534])
  })

  it('are none for samples without one, and one corner where all are the same', () => {
    expect(places(0, 0, Number.NaN, Number.NaN, 1, 1)).toEqual([0, 0, 65_535, 65_535, 65_534, 65_534])
    expect(places(3, 3, 3, 3)).toEqual([0, 0, 0, 0])
    expect(Array.from(unpackPlaces(Float64Array.of(0, 65_534, 65_535)))).toEqual([0, 65_534, Number.NaN])
  })
})

describe('metadata in a record', () => {
  it('has a missing category as the number behind the last, and numbers in single precision', () => {
    const columns = columnRecords([
      { name: 'sex', kind: 'category', levels: ['f', 'm'], codes: Int32Array.of(0, -1, 1) },
      { name: 'age', kind: 'number', values: Float64Array.of(1, Number.NaN, 3) },
    ])
    expect(columns).toEqual([
      { name: 'sex', kind: 'category', levels: ['f', 'm'], codes: packWhole([0, 2, 1]) },
      { name: 'age', kind: 'number', values: packFloats([1, Number.NaN, 3]) },
    ])
  })

  it('cuts the curves of survival to six digits, and nothing else', () => {
    const curve = { cluster: 0, times: [1], survival: [1 / 3] }
    const survival = { kind: 'survival', name: 'time', p: 1 / 3, curves: [curve] } as unknown as Association
    const plain = { kind: 'category', name: 'sex', p: 1 / 3 } as unknown as Association
    const { associations } = associationsRecord({
      associations: [survival, plain],
      survival: null,
      leftOut: [],
      columns: [],
    })
    expect(associations).toEqual([
      { kind: 'survival', name: 'time', p: 1 / 3, curves: [{ ...curve, survival: [0.333333] }] },
      plain,
    ])
  })
})

describe('the words under a map', () => {
  it('say what it shows, whether clusters are pulled apart, and how far to trust it', () => {
    expect(mapWords(null)).toBe('')
    expect(mapWords({})).toBe('The views and a little of what was clustered, which pulls clusters apart.')
    expect(mapWords({ mapTrust: 0.5, pulledApart: true })).toBe(
      'Near each other: samples that the views, taken together, show as alike. Distances between far groups mean little. Clusters are pulled apart: the gaps between them are not in the data. Trust 50 %: how well the map keeps who is near whom.',
    )
    expect(mapWords({ mapTrust: 0.5 })).not.toContain('pulled apart')
  })
})
