import { expect, it } from 'vitest'
import { orthonormalRows } from '../../../src/numerics/linalg/krylov-basis.ts'
import { matrix } from '../../../src/numerics/linalg/matrix.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'

it('orthonormaliseRows gives the bytes of the plain steps, also where rows depend on others', async () => {
  const [rows, columns, floor] = [11, 34, 1e-9]
  const random = new Random(3)
  const given = matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => random.uniform() - 0.5),
  )
  // Rows 4 and 5 lie in the span of those before; row 8 is zero.
  for (let i = 0; i < columns; i++) {
    given.data[4 * columns + i] = given.data[columns + i] - 3 * given.data[2 * columns + i]
    given.data[5 * columns + i] = 2 * given.data[i]
    given.data[8 * columns + i] = 0
  }
  const plain = orthonormalRows(given, floor)
  expect(plain.rows).toBe(rows - 3)
  const kernels = await Kernels.load()
  const block = kernels.copyIn(given.data)
  const kept = kernels.call.orthonormaliseRows(block.pointer, rows, columns, floor)
  expect(block.f64.slice(0, kept * columns)).toEqual(plain.data)
})
