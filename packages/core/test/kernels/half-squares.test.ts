import { expect, it } from 'vitest'
import { Kernels } from '../../src/kernels/kernels.ts'
import { workRanges } from '../../src/kernels/work-ranges.ts'
import { Random } from '../../src/random/random.ts'

it('halfSquares gives the bytes of the plain loop, whole and in ranges', async () => {
  const kernels = await Kernels.load()
  const [rows, columns] = [37, 5]
  const random = new Random(1)
  const data = Float64Array.from({ length: rows * columns }, () => random.uniform() - 0.5)
  const plain = Float64Array.from({ length: rows }, (_, i) => {
    let sum = 0
    for (let c = 0; c < columns; c++) sum += data[i * columns + c] * data[i * columns + c]
    return sum / 2
  })
  const points = kernels.copyIn(data)
  const out = kernels.allocate(rows)
  kernels.call.halfSquares(points.pointer, rows, columns, out.pointer)
  expect(out.f64.slice()).toEqual(plain)

  out.f64.fill(0)
  const ranges = workRanges(rows, 1, 100_000)
  expect(ranges.length).toBeGreaterThan(1)
  // biome-ignore format: CONTRIBUTING.md shows this line
  kernels.share('halfSquares', ranges.map(([first, end]) => [points.pointer + 8 * columns * first, end - first, columns, out.pointer + 8 * first]))
  expect(out.f64.slice()).toEqual(plain)
})
