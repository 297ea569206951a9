import { describe, expect, it } from 'vitest'
import { assignToCentres } from '../../../src/numerics/kmeans/assign-to-centres.ts'
import { matrix } from '../../../src/numerics/linalg/matrix.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { runToEnd } from '../../../src/runtime/steps.ts'

const kernels = await Kernels.load()
const random = new Random(1)
const noise = (rows: number, columns: number) =>
  matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, () => random.uniform()),
  )

describe('assignToCentres(kernels, points, sets)', () => {
  it('gives the nearest centre in the columns of each set, the lowest of equal ones', () => {
    const points = noise(17_000, 5)
    const narrow = noise(7, 2)
    const wide = noise(300, 5)
    wide.data.copyWithin(5, 0, 5)
    const sets = [
      { centres: narrow, first: 3 },
      { centres: wide, first: 0 },
    ]
    const labels = runToEnd(assignToCentres({ kernels, device: null }, points, sets))
    for (const i of [0, 1, 16_383, 16_384, 16_999])
      sets.forEach(({ centres, first }, s) => {
        const squares = Array.from({ length: centres.rows }, (_, c) => {
          let sum = 0
          for (let j = 0; j < centres.columns; j++)
            sum += (points.data[i * 5 + first + j] - centres.data[c * centres.columns + j]) ** 2
          return sum
        })
        expect(labels[s][i]).toBe(squares.indexOf(Math.min(...squares)))
      })
    expect(labels[1].includes(1)).toBe(false)
  })
})
