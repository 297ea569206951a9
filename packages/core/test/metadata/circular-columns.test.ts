import { describe, expect, it } from 'vitest'
import { circularColumns } from '../../src/metadata/circular-columns.ts'
import { typedColumn } from '../../src/metadata/column.ts'
import { Random } from '../../src/numerics/random/random.ts'

const random = new Random(3)
const samples = 40
const age = Array.from({ length: samples }, () => 30 + random.below(50))
const sex = Array.from({ length: samples }, () => 'fm'[random.below(2)])
const noise = Array.from({ length: samples }, () => random.uniform())
const columns = [typedColumn('age', age), typedColumn('sex', sex), typedColumn('noise', noise)]
const rowsOf = (row: (i: number) => number[]) => Array.from({ length: samples }, (_, i) => row(i))

describe('circularColumns(columns, views)', () => {
  it('finds numbers that a feature is a straight line of, and categories that a feature codes', () => {
    const rows = rowsOf((i) => [random.uniform(), (age[i] - 50) / 12, sex[i] === 'f' ? 1 : 0])
    const view = { data: rows.flat(), samples, features: 3 }
    expect(circularColumns(columns, { view })).toEqual([
      { column: 'age', view: 'view', feature: 1 },
      { column: 'sex', view: 'view', feature: 2 },
    ])
  })

  it('finds the same in a sparse view', () => {
    const values = sex.flatMap((each) => (each === 'f' ? [1] : []))
    const pointers = [0]
    for (const each of sex) pointers.push(pointers.at(-1)! + (each === 'f' ? 1 : 0))
    const view = { values, indices: values.map(() => 0), pointers, samples, features: 1 }
    expect(circularColumns(columns, { view }).map(({ column }) => column)).toEqual(['sex'])
  })

  it('finds nothing in a constant feature, in a rare one, or in one that only goes with the column', () => {
    const rows = rowsOf((i) => [1, Number(i === 5), age[i] + random.uniform(), Math.sqrt(age[i])])
    expect(circularColumns(columns, { view: { data: rows.flat(), samples, features: 4 } })).toEqual([])
  })
})
