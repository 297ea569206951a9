import { expect, it } from 'vitest'
import { roundedPoints } from '../../src/graphs/rounded-points.ts'
import { matrix } from '../../src/numerics/linalg/matrix.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'

const kernels = await Kernels.load()
const [rows, columns, width] = [200, 11, 16]
const random = new Random(4)
const points = matrix(
  rows,
  columns,
  Float64Array.from({ length: rows * columns }, () => 5 + normal(random)),
)
// One lies far away.
points.data.fill(1e5, 0, columns)

it('roundedPoints(kernels, points) gives what the plain loops give', () => {
  const found = roundedPoints(kernels, points)
  const centre = Float64Array.from({ length: columns }, (_, c) => {
    let sum = 0
    for (let i = 0; i < rows; i++) sum += points.data[i * columns + c]
    return sum / rows
  })
  let moved = 0
  const rounded = new Int16Array(rows * width)
  const squares = new Int32Array(rows)
  for (let i = 0; i < rows; i++) {
    const row = Array.from(centre, (middle, c) => points.data[i * columns + c] - middle)
    const distance = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0))
    const factor = distance > found.radius ? (found.scale * found.radius) / distance : found.scale
    let error = 0
    row.forEach((value, c) => {
      const whole = Math.floor(value * factor + 0.5)
      rounded[i * width + c] = whole
      squares[i] += whole * whole
      error += (whole - value * factor) ** 2
    })
    moved = Math.max(moved, error)
  }
  const { buffer, byteOffset } = found.rows.i32
  expect(new Int16Array(buffer, byteOffset, rows * width)).toEqual(rounded)
  expect(found.squares.i32.slice(0, rows)).toEqual(squares)
  expect(found.moved).toBe(Math.sqrt(moved) / found.scale)
})

it('rounded points are so short that squared distances fit into 31 bits, and one that lies far away leaves the others their digits', () => {
  const { squares, scale, radius, distances } = roundedPoints(kernels, points)
  for (const square of squares.i32.subarray(0, rows)) expect(4 * square).toBeLessThan(2 ** 31)
  expect(radius).toBeLessThan(distances.f64[0])
  expect(1 / scale).toBeLessThan(radius / 20_000)
})

it('points that are all equal are rounded to zero', () => {
  const { rows: zeros, moved } = roundedPoints(kernels, matrix(9, 3, new Float64Array(27).fill(1 / 3)))
  expect(zeros.i32.every((value) => value === 0)).toBe(true)
  expect(moved).toBeLessThan(1e-15)
})
