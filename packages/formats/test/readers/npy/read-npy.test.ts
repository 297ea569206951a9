import { describe, expect, it } from 'vitest'
import { npyNumbers, readNpy } from '../../../src/readers/npy/read.ts'

/** An NPY file with this header and these bytes of numbers. */
function npy(header: string, data: ArrayBufferView = new Uint8Array(0), version = 1): Uint8Array {
  const text = new TextEncoder().encode(header)
  const length = version === 1 ? [text.length & 255, text.length >> 8] : [text.length, 0, 0, 0]
  const numbers = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  return Uint8Array.from([0x93, ...new TextEncoder().encode('NUMPY'), version, 0, ...length, ...text, ...numbers])
}
const described = (descr: string, shape: string, order = 'False') =>
  `{'descr': '${descr}', 'fortran_order': ${order}, 'shape': (${shape}), }\n`
const read = (...given: Parameters<typeof npy>) => readNpy('x.npy', npy(...given))

describe('readNpy(name, bytes)', () => {
  it.each([1, 2, 3])('reads version %i, with the order of the numbers', (version) => {
    const data = Float64Array.of(1, 2, 3, 4, 5, 6)
    expect(read(described('<f8', '2, 3'), data, version)).toEqual({ type: 'dense', shape: [2, 3], order: 'rows', data })
    expect(read(described('<f8', '3, 2', 'True'), data, version)).toMatchObject({ shape: [3, 2], order: 'columns' })
  })

  it('reads vectors, single numbers, truth values, and big-endian numbers', () => {
    expect(read(described('|b1', '3,'), Uint8Array.of(1, 0, 1))).toMatchObject({
      shape: [3],
      data: Uint8Array.of(1, 0, 1),
    })
    expect(read(described('<f8', ''), Float64Array.of(7))).toMatchObject({ shape: [], data: Float64Array.of(7) })
    const found = read(described('>i2', '2,'), Uint8Array.of(1, 2, 255, 254))
    expect(found.type === 'dense' && Array.from(found.data)).toEqual([258, -2])
  })

  it('names types that only look like text', () => {
    for (const descr of ['x<U3', '<U3x', '<U0', '<UU3', 'U3'])
      expect(read(described(descr, '1,'), new Uint8Array(24))).toEqual({
        type: 'other',
        what: `values of type ${descr}`,
      })
  })

  it('leaves alone what stands behind the numbers', () => {
    expect(read(described('|u1', '2,'), Uint8Array.of(4, 5, 6))).toMatchObject({ data: Uint8Array.of(4, 5) })
  })

  it('reads texts of one and of four bytes per letter, up to the first zero', () => {
    const bytes = new TextEncoder().encode('ab\0c\0\0')
    expect(read(described('|S3', '2,'), bytes)).toEqual({ type: 'text', values: ['ab', 'c'] })
    const wide = Uint32Array.of(0x1f600, 0, 65, 66)
    expect(read(described('<U2', '2,'), wide)).toEqual({ type: 'text', values: ['😀', 'AB'] })
    const turned = Uint8Array.of(0, 0, 0, 65, 0, 0, 0, 66)
    expect(read(described('>U2', '1,'), turned)).toEqual({ type: 'text', values: ['AB'] })
    expect(read(described('<U1', '1,'), Uint32Array.of(0xffffffff))).toMatchObject({ type: 'text' })
  })

  it('says what it does not read', () => {
    expect(read(described('|O', '2,'))).toEqual({ type: 'other', what: 'Python objects (save plain numbers instead)' })
    expect(read(described('<c16', '2,'))).toEqual({ type: 'other', what: 'values of type <c16' })
    expect(read(described('|S0', '2,'))).toEqual({ type: 'other', what: 'values of type |S0' })
    expect(npyNumbers('<M8[ns]')).toBeNull()
    expect(npyNumbers('=u4')).toEqual({ format: 'u4', littleEndian: true })
  })

  it.each([
    ['declares 2×3 values of 8 bytes but 8 bytes are there', npy(described('<f8', '2, 3'), Float64Array.of(1))],
    ['declares 1 values of 8 bytes but 0 bytes are there', npy(described('<f8', ''))],
    ['declares 2 values of 12 bytes but 4 bytes are there', npy(described('<U3', '2,'), Uint32Array.of(65))],
    ['holds records with named fields, save one array a view', npy("{'descr': [('a', '<f8')], 'shape': (2,)}")],
    ['has a header we cannot read', npy("{'fortran_order': False, 'shape': (2,)}")],
    ['has a header we cannot read', npy("{'descr': '<f8', 'shape': (2,)}")],
    ['has a header we cannot read', npy("{'descr': '<f8', 'fortran_order': False}")],
    ['has a shape we cannot read (99999999999999999999,)', npy(described('<f8', '99999999999999999999,'))],
    ['has a shape we cannot read (1,1,1', npy(described('|u1', '1,'.repeat(33)), Uint8Array.of(1))],
    ['has NPY version 4, save it as version 1, 2 or 3', npy(described('<f8', '1,'), Float64Array.of(1), 4)],
    ['has NPY version 0, save it as version 1, 2 or 3', npy(described('<f8', '1,'), Float64Array.of(1), 0)],
    ['is no NPY file', new TextEncoder().encode('id,label\n1,2\n')],
    ['is no NPY file', npy('').subarray(0, 9)],
    ['declares a header of 80 bytes but 40 are there', npy(' '.repeat(80)).subarray(0, 40)],
  ])('refuses what %s', (what, bytes) => {
    expect(() => readNpy('x.npy', bytes)).toThrow(`x.npy: ${what}`)
  })
})
