import { describe, expect, it } from 'vitest'
import { matrix } from '../../src/numerics/linalg/matrix.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { centredColumns } from '../../src/views/centred-columns.ts'
import { sparseRows } from '../../src/views/sparse-rows.ts'

describe('centredColumns(view)', () => {
  const random = new Random(5)
  const view = matrix(
    200,
    6,
    Float64Array.from({ length: 1200 }, () => 3 + normal(random)),
  )
  for (let j = 0; j < 6; j++) view.data[60 + j] = 300

  it('draws a row in that is far longer than the others, and leaves those as they are', () => {
    const { shift, scales } = runToEnd(centredColumns(view, singleProcess))
    const length = (i: number) => Math.hypot(...Array.from(shift, (mean, j) => view.data[i * 6 + j] - mean))
    const lengths = Array.from(scales.keys(), length).sort((a, b) => a - b)
    expect(scales.filter((scale) => scale < 1).length).toBeLessThan(5)
    expect(scales[10] * length(10)).toBeLessThan(lengths[150] * 2)
    expect(scales[10] * length(10)).toBeGreaterThan(lengths[150])
  })

  it('comes to the same for rows that are stored sparse', () => {
    const dense = runToEnd(centredColumns(view, singleProcess))
    const sparse = runToEnd(centredColumns(sparseRows(view), singleProcess))
    dense.scales.forEach((scale, i) => {
      expect(sparse.scales[i]).toBeCloseTo(scale, 10)
    })
  })

  it('leaves rows of equal length alone', () => {
    const cross = matrix(4, 2, Float64Array.of(1, 0, -1, 0, 0, 1, 0, -1))
    expect(Array.from(runToEnd(centredColumns(cross, singleProcess)).scales)).toEqual([1, 1, 1, 1])
  })
})
