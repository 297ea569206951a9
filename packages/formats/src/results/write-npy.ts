import { InputError } from '@manyview/core'

const descriptors = new Map<unknown, string>([
  [Float64Array, '<f8'],
  [Float32Array, '<f4'],
  [Int32Array, '<i4'],
  [Uint8Array, '|u1'],
])

/** The bytes of an NPY file (version 1, row-major) with these numbers: float64, float32, int32 or uint8, rows × columns or a vector. */
export function writeNpy(
  data: Float64Array | Float32Array | Int32Array | Uint8Array,
  shape: number[] = [data.length],
): Uint8Array {
  const count = shape.reduce((product, length) => product * length, 1)
  if (count !== data.length)
    throw new InputError(`has ${data.length} values for ${shape.join('×')}`, { code: 'shape', argument: 'data' })
  const sizes = shape.length === 1 ? `${shape[0]},` : shape.join(', ')
  const header = `{'descr': '${descriptors.get(data.constructor)}', 'fortran_order': False, 'shape': (${sizes}), }`
  const begin = Math.ceil((10 + header.length + 1) / 64) * 64
  const bytes = new Uint8Array(begin + data.byteLength)
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, (begin - 10) & 255, (begin - 10) >> 8])
  bytes.set(new TextEncoder().encode(`${header.padEnd(begin - 11)}\n`), 10)
  bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), begin)
  return bytes
}
