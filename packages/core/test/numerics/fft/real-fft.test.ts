import { describe, expect, it } from 'vitest'
import { inverseRealFft, realFft } from '../../../src/numerics/fft/real-fft.ts'
import { fromRows } from '../../../src/numerics/linalg/matrix.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { randomMatrix } from '../random-matrix.ts'

describe('realFft and inverseRealFft, the plain references', () => {
  it('transform rows of four numbers as by hand', () => {
    const { real, imaginary } = realFft(fromRows([[1, 2, 3, 5]]))
    expect([...real.data]).toEqual([11, -2, -3])
    expect([...imaginary.data].map((x) => x + 0)).toEqual([0, 3, 0])
  })

  it('are inverse to one another for even and odd lengths, within ε·length', () => {
    for (let n = 1; n <= 24; n++) {
      const rows = randomMatrix(3, n, new Random(n))
      const back = inverseRealFft(realFft(rows), n)
      back.data.forEach((value, i) => {
        expect(Math.abs(value - rows.data[i])).toBeLessThanOrEqual(n * 2 ** -52)
      })
    }
  })
})
