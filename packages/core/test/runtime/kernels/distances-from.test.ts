import { expect, it } from 'vitest'
import { Random } from '../../../src/numerics/random/random.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { workRanges } from '../../../src/runtime/kernels/work-ranges.ts'

it('distancesFrom gives the bytes of the plain loop, whole and in ranges', async () => {
  const kernels = await Kernels.load()
  const [rows, columns] = [37, 5]
  const random = new Random(1)
  const data = Float64Array.from({ length: rows * columns }, () => random.uniform() - 0.5)
  const middle = Float64Array.from({ length: columns }, () => random.uniform())
  const plain = Float64Array.from({ length: rows }, (_, i) => {
    let sum = 0
    for (let c = 0; c < columns; c++) {
      const difference = data[i * columns + c] - middle[c]
      sum += difference * difference
    }
    return Math.sqrt(sum)
  })
  const points = kernels.copyIn(data)
  const centre = kernels.copyIn(middle)
  const out = kernels.allocate(rows)
  kernels.call.distancesFrom(points.pointer, rows, columns, centre.pointer, out.pointer)
  expect(out.f64.slice()).toEqual(plain)

  out.f64.fill(0)
  const ranges = workRanges(rows, 1, 100_000)
  expect(ranges.length).toBeGreaterThan(1)
  // biome-ignore format: CONTRIBUTING.md shows this line
  kernels.share('distancesFrom', ranges.map(([first, end]) => [points.pointer + 8 * columns * first, end - first, columns, centre.pointer, out.pointer + 8 * first]))
  expect(out.f64.slice()).toEqual(plain)
})
