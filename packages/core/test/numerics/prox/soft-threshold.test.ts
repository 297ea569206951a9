import { expect, it } from 'vitest'
import { softThreshold } from '../../../src/numerics/prox/nuclear-shrink.ts'
import { Random } from '../../../src/numerics/random/random.ts'

const edges = [0, -0, 1, -1, 0.5, -0.5, 1e300, -1e300, 5e-324, -5e-324, 0.3]

function randomValues(length: number): Float64Array {
  const random = new Random(length)
  return Float64Array.from({ length }, (_, i) => edges[i] ?? 4 * random.uniform() - 2)
}

it('softThreshold meets the optimality condition of ½(y − x)² + t·|y|', () => {
  for (const t of [0, 0.5, 1, 3]) {
    const x = randomValues(500)
    softThreshold(x, t).forEach((y, i) => {
      // x − y is t·sign(y) where y is not 0, and at most t in size where it is.
      if (y === 0) expect(Math.abs(x[i])).toBeLessThanOrEqual(t)
      else expect(Math.abs(x[i] - y - t * Math.sign(y))).toBeLessThanOrEqual(2 * Number.EPSILON * Math.abs(x[i]))
    })
  }
})

it('softThreshold with threshold 0 changes nothing, and never its argument', () => {
  const x = randomValues(50)
  const copy = x.slice()
  expect(softThreshold(x, 0).every((y, i) => y === x[i])).toBe(true)
  softThreshold(x, 1)
  expect(x).toEqual(copy)
})
