import { beforeAll, expect, it } from 'vitest'
import { integerMatrix } from '../../../src/numerics/linalg/integer-matrix.ts'
import { identity, matrix } from '../../../src/numerics/linalg/matrix.ts'
import { unitRows } from '../../../src/numerics/linalg/scale.ts'
import { toDense } from '../../../src/numerics/linalg/sparse-matrix.ts'
import { toSparse } from '../../../src/numerics/linalg/to-sparse.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { KernelMatrix } from '../../../src/runtime/kernels/kernel-matrix.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { packResident } from '../../../src/runtime/kernels/pack-kernel-matrix.ts'
import { packMatrixInto, paddedToFour } from '../../../src/runtime/kernels/pack-matrix.ts'

let kernels: Kernels
beforeAll(async () => {
  kernels = await Kernels.load()
})

/** Rows of usual, huge and tiny length, one of zeros, and some zeros everywhere. */
function rows(count: number, columns: number) {
  const random = new Random(count)
  const x = matrix(count, columns)
  const lengths = [1, 1e200, 1e-200, 1e-11, 0, 3]
  for (let p = 0; p < x.data.length; p++)
    x.data[p] = random.below(3) === 0 ? 0 : (random.uniform() - 0.5) * lengths[Math.floor(p / columns) % 6]
  return x
}

it.each([
  [1, 1],
  [7, 3],
  [37, 124],
  [1501, 701],
])(
  'packResident divides the rows of %d×%d by their lengths as unitRows does, and tells the squared lengths',
  (count, columns) => {
    const x = rows(count, columns)
    const unit = unitRows(x)
    const length = paddedToFour(count) * paddedToFour(columns)
    const expected = new Float64Array(length)
    packMatrixInto(expected, unit.data, count, columns)
    const mark = kernels.mark()
    const packed = kernels.allocate(length)
    const squares = packResident(kernels, packed, x, { unit: true })
    expect(packed.f64.every((value, p) => value === expected[p])).toBe(true)
    for (let i = 0; i < count; i++) {
      const row = unit.data.subarray(i * columns, (i + 1) * columns)
      const square = row.reduce((sum, value) => sum + value * value, 0)
      // What rounding leaves of 1 counts as 1.
      if (Math.abs(square - 1) < 1e-12) expect(squares[i]).toBe(1)
      else expect(Math.abs(squares[i] - square)).toBeLessThanOrEqual(1e-15 * square)
    }
    kernels.release(mark)
  },
)

it.each([
  [1, 1],
  [9, 5],
  [150, 701],
])('toSparse has the entries of %d×%d that are not zero, or none where they are too many', (count, columns) => {
  const x = rows(count, columns)
  const expected = { values: [] as number[], indices: [] as number[], pointers: [0] }
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < columns; j++) {
      if (x.data[i * columns + j] === 0) continue
      expected.values.push(x.data[i * columns + j])
      expected.indices.push(j)
    }
    expected.pointers.push(expected.values.length)
  }
  const share = expected.values.length / x.data.length
  const before = kernels.mark()
  expect(toSparse(kernels, x, share + 1e-9)).toEqual({
    rows: count,
    columns,
    values: Float64Array.from(expected.values),
    indices: Uint32Array.from(expected.indices),
    pointers: Uint32Array.from(expected.pointers),
  })
  if (share > 0) expect(toSparse(kernels, x, share - 1e-9)).toBeNull()
  expect(kernels.mark()).toBe(before)
})

it('a sparse ResidentMatrix divides its rows by their lengths as unitRows does, and leaves those it was given', () => {
  const x = toSparse(kernels, rows(31, 40), 1)!
  const before = x.values.slice()
  const mark = kernels.mark()
  const resident = new KernelMatrix(kernels, x, { unit: true })
  const unit = unitRows(x)
  expect(resident.multiply(identity(40))).toEqual(toDense(unit))
  for (let i = 0; i < x.rows; i++) {
    const own = unit.values.subarray(x.pointers[i], x.pointers[i + 1])
    const square = own.reduce((sum, value) => sum + value * value, 0)
    expect(Math.abs(resident.squaredLengths[i] - square)).toBeLessThanOrEqual(1e-12 * square)
  }
  expect(x.values).toEqual(before)
  kernels.release(mark)
})

it.each([Uint8Array, Int8Array, Uint16Array, Int16Array, Uint32Array, Int32Array])(
  'whole numbers of %o are packed and made sparse as their doubles are',
  (kind) => {
    const random = new Random(8)
    const numbers = new kind(Array.from({ length: 30 * 7 }, () => random.below(5) * random.below(25)))
    const [whole, plain] = [integerMatrix(30, 7, numbers), matrix(30, 7, new Float64Array(numbers))]
    expect(toSparse(kernels, whole, 1)).toEqual(toSparse(kernels, plain, 1))
    const mark = kernels.mark()
    const packed = [whole, plain].map((x) => {
      const block = kernels.allocate(32 * 8)
      packResident(kernels, block, x, { unit: true })
      return block.f64.slice()
    })
    expect(packed[0]).toEqual(packed[1])
    expect(whole).toEqual(plain)
    kernels.release(mark)
  },
)
