import { describe, expect, it } from 'vitest'
import { type Matrix, matrix } from '../../src/numerics/linalg/matrix.ts'
import { operatorOf } from '../../src/numerics/linalg/operator-over-ranks.ts'
import { shiftedOperator } from '../../src/numerics/linalg/shifted-operator.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { sparseRows } from '../../src/views/sparse-rows.ts'
import { isRounding, shareOfRange, standardisedShares } from '../../src/views/standardised-shares.ts'

import { randomMatrix } from '../numerics/random-matrix.ts'

const kernels = await Kernels.load()
const standardised = (view: Matrix) => runToEnd(standardisedShares(kernels, view, singleProcess))!

/** A view of these columns. */
function ofColumns(columns: readonly (readonly number[])[]): Matrix {
  const rows = columns[0].length
  return matrix(
    rows,
    columns.length,
    Float64Array.from(
      { length: rows * columns.length },
      (_, p) => columns[p % columns.length][Math.floor(p / columns.length)],
    ),
  )
}

const columnOf = ({ columns, data }: Matrix, j: number) => Array.from(data.filter((_, p) => p % columns === j))
const times = ({ rows, columns, data }: Matrix, factor: number) =>
  matrix(
    rows,
    columns,
    data.map((value) => value * factor),
  )
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const deviation = (values: readonly number[]) => Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)))
const skewness = (values: readonly number[]) =>
  mean(values.map((value) => (value - mean(values)) ** 3)) / deviation(values) ** 3

/** Columns of 60 values: right-skewed, symmetric and left-skewed in turn, `spreads` times as wide as the first. */
function skewed(spreads: readonly number[]): number[][] {
  const random = new Random(6)
  const draws = [() => normal(random) ** 2, () => normal(random), () => -(normal(random) ** 2)]
  return spreads.map((spread, j) => Array.from({ length: 60 }, () => spread * draws[j % 3]()))
}

/** What becomes of a column that has no units in common with others. */
function plainly(column: readonly number[]): number[] {
  const shares = column.map((value) => (value - Math.min(...column)) / (Math.max(...column) - Math.min(...column)))
  const roots = shares.map(Math.sqrt)
  const chosen = Math.abs(skewness(roots)) < Math.abs(skewness(shares)) ? roots : shares
  return chosen.map((value) => (value - mean(chosen)) / deviation(chosen))
}

describe('standardisedShares(kernels, view)', () => {
  it('has the values of plain loops, without the columns that are constant', () => {
    const columns = skewed([1, 1e4, 3, 20, 500, 1e-3, 7e5])
    const given = [...columns.slice(0, 3), columns[0].map(() => 5), ...columns.slice(3)]
    const { rows, columns: kept } = standardised(ofColumns(given))
    expect(Array.from(kept)).toEqual([0, 1, 2, 4, 5, 6, 7])
    columns.forEach((column, c) => {
      const expected = plainly(column)
      columnOf(rows as Matrix, c).forEach((value, i) => {
        expect(value).toBeCloseTo(expected[i], 11)
      })
    })
  })

  it('takes roots only where the shares are then less skewed', () => {
    const { roots } = standardised(ofColumns(skewed([1, 1, 1, 50, 50, 50]))).statistics
    expect([...roots]).toEqual([1, 0, 0, 1, 0, 0])
  })

  it('lets columns in common units keep their spread, on average 1', () => {
    const columns = skewed([1, 2, 1, 1.5])
    const { rows } = standardised(ofColumns(columns))
    const spreads = columns.map(deviation)
    const size = Math.sqrt(mean(spreads.map((spread) => spread * spread)))
    columns.forEach((_, c) => {
      expect(deviation(columnOf(rows as Matrix, c))).toBeCloseTo(spreads[c] / size, 11)
    })
  })

  it('counts units as common by the ranges of most columns, and never those of three columns', () => {
    const deviations = (view: Matrix) => {
      const { rows } = standardised(view)
      return Array.from({ length: rows.columns }, (_, c) => deviation(columnOf(rows as Matrix, c)))
    }
    const random = new Random(8)
    const alike = Array.from({ length: 20 }, () => Array.from({ length: 30 }, () => random.uniform()))
    const wider = (count: number, factor: number) =>
      ofColumns(alike.map((column, c) => (c < count ? column.map((value) => factor * value) : column)))
    // One column of twenty lies beyond the 90th percentile.
    expect(Math.max(...deviations(wider(1, 1000)))).toBeGreaterThan(4)
    for (const deviation of [...deviations(wider(10, 20)), ...deviations(ofColumns(alike.slice(0, 3)))])
      expect(deviation).toBeCloseTo(1, 11)
  })

  it.each([1e-306, 1e-170, 1e155, 1e300])(
    'is the same for values %f times as large, whose squares are lost',
    (size) => {
      const view = ofColumns(skewed([1, 2, 1, 1.5, 3]))
      const [plain, scaled] = [standardised(view).rows, standardised(times(view, size)).rows] as Matrix[]
      scaled.data.forEach((value, p) => {
        expect(value).toBeCloseTo(plain.data[p], 11)
      })
    },
  )

  it('is null where no two samples differ by more than rounding', () => {
    expect(isRounding(1e6, 1e6 + 1e-9)).toBe(true)
    expect(
      runToEnd(
        standardisedShares(
          kernels,
          ofColumns([
            [3, 3, 3],
            [1e6, 1e6 + 1e-9, 1e6],
          ]),
          singleProcess,
        ),
      ),
    ).toBeNull()
  })

  it('is the same operator for dense and sparse storage', () => {
    const random = new Random(5)
    for (const spread of [1, 100]) {
      const view = ofColumns(
        Array.from({ length: 9 }, (_, j) =>
          Array.from({ length: 30 }, () => (j % 2 ? spread : 1) * Math.max(-3, random.below(10) - 6)),
        ),
      )
      const weights = randomMatrix(9, 3, 3)
      const [dense, sparse] = [view, sparseRows(view)].map((data) => {
        const { rows, shift } = runToEnd(standardisedShares(kernels, data, singleProcess))!
        const x = operatorOf(singleProcess, kernels, rows)
        return (shift ? shiftedOperator(x, shift, new Float64Array(30).fill(1), singleProcess) : x).multiply(weights)
      })
      sparse.data.forEach((value, p) => {
        expect(value).toBeCloseTo(dense.data[p], 10)
      })
    }
  })
})

describe('shareOfRange(value, low, high)', () => {
  it('stays finite for the widest range', () => {
    const most = Number.MAX_VALUE
    expect([-most, 0, most].map((value) => shareOfRange(value, -most, most))).toEqual([0, 0.5, 1])
  })
})
