import { expect, it } from 'vitest'
import { Random } from '../../../src/numerics/random/random.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'

const kernels = await Kernels.load()

it.each([
  [11, 3, 150],
  [8, 16, 64],
  [1, 1, 5],
])('%i centres of %i columns join and follow %i points as in plain loops', (count, columns, members) => {
  const width = 8 * Math.ceil(columns / 8)
  const random = new Random(count)
  const row = () => Array.from({ length: width }, (_, c) => (c < columns ? random.below(9) - 4 : 0))
  const points = Array.from({ length: 80 }, row)
  const centres = Array.from({ length: count }, row)
  const ids = Array.from({ length: members }, () => random.below(80))
  const squareOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value * value, 0)
  const squares = centres.map(squareOf)
  const labels = ids.map((id) => {
    const keys = centres.map((centre, c) => squares[c] - 2 * points[id].reduce((sum, x, l) => sum + x * centre[l], 0))
    return keys.indexOf(Math.min(...keys))
  })
  const means = centres.map((centre, c) => {
    const own = ids.filter((_, i) => labels[i] === c).map((id) => points[id])
    return own.length === 0
      ? centre
      : centre.map((_, l) => Math.floor(own.reduce((sum, point) => sum + point[l], 0) / own.length + 0.5))
  })
  const shorts = (rows: number[][]) => {
    const block = kernels.allocate((rows.length * width) / 4)
    block.i32.set(new Int32Array(Int16Array.from(rows.flat()).buffer))
    return block
  }
  const [from, middles, group] = [shorts(points), shorts(centres), kernels.copyWhole(ids)]
  const lengths = kernels.copyWhole(squares)
  const nearest = kernels.allocate(Math.ceil(members / 2))
  const call = [from.pointer, columns, group.pointer, members, middles.pointer, lengths.pointer, count] as const
  kernels.share('nearestCentre', [[...call, nearest.pointer]], ((count + 15) * (columns + 3)) / 4 + 32)
  expect(Array.from(nearest.i32.subarray(0, members))).toEqual(labels)
  kernels.share('moveCentres', [[...call, nearest.pointer]], width / 2)
  const moved = new Int16Array(kernels.memory.buffer, middles.pointer, count * width)
  expect(Array.from(moved)).toEqual(means.flat())
  expect(Array.from(lengths.i32.subarray(0, count))).toEqual(means.map(squareOf))
})
