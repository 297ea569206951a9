import type { Matrix } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { tSne } from '../../../src/explain/map/t-sne.ts'
import { matrix } from '../../../src/numerics/linalg/matrix.ts'
import { normal } from '../../../src/numerics/random/normal.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { runToEnd } from '../../../src/runtime/steps.ts'

/** `groups` clouds of 30 points in 6 dimensions, one after the other, far apart. */
function clouds(groups: number): Matrix {
  const random = new Random(4)
  const data = new Float64Array(groups * 30 * 6)
  for (let i = 0; i < groups * 30; i++)
    for (let j = 0; j < 6; j++) data[i * 6 + j] = normal(random) + (Math.floor(i / 30) === j ? 12 : 0)
  return matrix(groups * 30, 6, data)
}

describe('tSne(points)', () => {
  it('keeps clouds together and apart from each other', async () => {
    const map = runToEnd(tSne(await Kernels.load(), clouds(4), new Random(1)))
    const nearest = (i: number) => {
      const far = (j: number) =>
        (map.data[2 * i] - map.data[2 * j]) ** 2 + (map.data[2 * i + 1] - map.data[2 * j + 1]) ** 2
      return Array.from({ length: 120 }, (_, j) => j)
        .filter((j) => j !== i)
        .sort((a, b) => far(a) - far(b))
        .slice(0, 10)
    }
    for (let i = 0; i < 120; i++) for (const j of nearest(i)) expect(Math.floor(j / 30)).toBe(Math.floor(i / 30))
  })

  it('gives the same bytes again, and a place to points that are all alike', async () => {
    const kernels = await Kernels.load()
    const points = clouds(2)
    expect(runToEnd(tSne(kernels, points, new Random(1)))).toEqual(runToEnd(tSne(kernels, points, new Random(1))))
    for (const n of [1, 2, 3, 12]) {
      const { rows, data } = runToEnd(tSne(kernels, matrix(n, 4), new Random(1)))
      expect(rows).toBe(n)
      expect(data.every(Number.isFinite)).toBe(true)
    }
  })
})
