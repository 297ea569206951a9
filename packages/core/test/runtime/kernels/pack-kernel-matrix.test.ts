import { expect, it } from 'vitest'
import { matrix } from '../../../src/numerics/linalg/matrix.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { packResident } from '../../../src/runtime/kernels/pack-kernel-matrix.ts'
import { packMatrixInto, paddedToFour } from '../../../src/runtime/kernels/pack-matrix.ts'

it.each([
  [1, 1],
  [7, 3],
  [33, 124],
  [130, 251],
  // Several pieces.
  [1501, 701],
])('packResident packs %d×%d as packMatrixInto does, in double and single precision', async (rows, columns) => {
  const kernels = await Kernels.load()
  const random = new Random(1)
  const x = matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => random.uniform() - 0.5),
  )
  const length = paddedToFour(rows) * paddedToFour(columns)
  const packed = kernels.allocate(length)
  const before = kernels.mark()
  for (const single of [false, true]) {
    const expected = single ? new Float32Array(length) : new Float64Array(length)
    packMatrixInto(expected, x.data, rows, columns)
    packed.f64.fill(Number.NaN)
    packResident(kernels, packed, x, { single })
    const found = single ? packed.f32.subarray(0, length) : packed.f64
    expect(Buffer.compare(bytes(found), bytes(expected))).toBe(0)
  }
  expect(kernels.mark()).toBe(before)
})

function bytes({ buffer, byteOffset, byteLength }: Float64Array | Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
