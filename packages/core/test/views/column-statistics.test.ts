import { describe, expect, it } from 'vitest'
import { type Matrix, matrix } from '../../src/numerics/linalg/matrix.ts'
import { inBlocks } from '../../src/numerics/linalg/rows.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { columnStatistics, shareOfRange } from '../../src/views/standardised-shares.ts'

const kernels = await Kernels.load()

/** Columns of numbers that are skewed, are not, and are all the same, in turn; each column `units` times as large as the one before. */
function view(rows: number, columns: number, units: number): Matrix {
  const random = new Random(rows)
  return matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, (_, p) => {
      const j = p % columns
      const value = normal(random)
      return units ** j * (j % 3 === 2 ? 5 : j % 3 === 1 ? value : value * value)
    }),
  )
}

/** Mean, deviation and skewness of some numbers. */
function momentsOf(values: readonly number[]) {
  const meanOf = (some: readonly number[]) => some.reduce((sum, value) => sum + value, 0) / some.length
  const mean = meanOf(values)
  const deviation = Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)))
  return { mean, deviation, skewness: meanOf(values.map((value) => ((value - mean) / deviation) ** 3)) }
}

describe('columnStatistics(kernels, view)', () => {
  it.each([
    ['of columns with units of their own', 8, 100],
    ['of columns in common units', 8, 1],
    ['of columns too few for common units', 3, 1],
  ])('%s are those of plain loops', (_, columns, units) => {
    const a = view(500, columns, units)
    const { low, high, roots, mean, scale } = runToEnd(columnStatistics(kernels, a, singleProcess))
    const plain = Array.from({ length: columns }, (_, j) => {
      const values = Array.from({ length: a.rows }, (_, i) => a.data[i * columns + j])
      const [least, most] = [Math.min(...values), Math.max(...values)]
      const shares = values.map((value) => shareOfRange(value, least, most))
      const [share, root] = [momentsOf(shares), momentsOf(shares.map(Math.sqrt))]
      const isRooted = Math.abs(root.skewness) < Math.abs(share.skewness)
      return { least, most, isRooted, spread: (most - least) * share.deviation, ...(isRooted ? root : share) }
    })
    const varying = plain.filter(({ least, most }) => least < most)
    const size = Math.sqrt(varying.reduce((sum, { spread }) => sum + spread * spread, 0) / varying.length)
    for (const [j, { least, most, isRooted, spread, mean: middle, deviation }] of plain.entries()) {
      expect([low[j], high[j]]).toEqual([least, most])
      if (least === most) {
        expect([roots[j], mean[j], scale[j]]).toEqual([0, 0, 0])
        continue
      }
      expect(roots[j]).toBe(Number(isRooted))
      expect(mean[j]).toBeCloseTo(middle, 12)
      expect((scale[j] * deviation) / (units === 1 && columns > 3 ? spread / size : 1)).toBeCloseTo(1, 10)
    }
    expect(plain.map(({ isRooted }) => isRooted)).toContain(true)
    expect(plain.map(({ isRooted }) => isRooted)).toContain(false)
  })

  it('have the same bytes in blocks of rows', () => {
    const a = view(60_001, 9, 3)
    const blocks = { ...inBlocks(a), blockRows: 1000 }
    expect(runToEnd(columnStatistics(kernels, blocks, singleProcess))).toEqual(
      runToEnd(columnStatistics(kernels, a, singleProcess)),
    )
  })
})
