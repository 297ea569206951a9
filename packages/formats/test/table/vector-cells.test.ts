import { describe, expect, it } from 'vitest'
import { isVectorText, VectorCells } from '../../src/table/vector-cells.ts'

const cells = () => new VectorCells('t.csv', 'v')
const read = (...fields: string[]) => {
  const found = cells()
  fields.forEach((field, row) => {
    found.put(row, field)
  })
  return found.finish(fields.length)
}

describe('lists of numbers in cells', () => {
  it('are numbers in brackets, whatever stands between them', () => {
    for (const field of ['[1]', ' [1, 2] ', '[1 2]', '[ 1;2 ]', '[1,\n2]', '[1, NA]', '[1 ... 2]', '[-1e3\t.5]'])
      expect(isVectorText(field), field).toBe(true)
    for (const field of ['', '[]', '[ ]', '1', '1, 2', '[1', '2]', '[12', '12]', '[a]', '[1, b]', '(1 2)', '[1]x'])
      expect(isVectorText(field), field).toBe(false)
  })

  it('lie side by side, a row per cell; cells without a list are rows of NaN', () => {
    expect(read('[1, 2]', '[3 4]', 'NA', '[5;-6e1]')).toEqual({
      ...{ name: 'v', width: 2 },
      data: Float64Array.of(1, 2, 3, 4, Number.NaN, Number.NaN, 5, -60),
    })
    expect(read('', '[7]', '')).toEqual({ name: 'v', width: 1, data: Float64Array.of(Number.NaN, 7, Number.NaN) })
    expect(read('', '').width).toBe(0)
    expect(read(...Array.from({ length: 50 }, (_, i) => `[${i}]`)).data[49]).toBe(49)
  })

  it('are refused by their row where they differ in length, are cut short or hold words', () => {
    expect(() => read('[1, 2]', '[3]')).toThrow(/t\.csv: .*row 2/)
    expect(() => read('[1, 2]', 'word')).toThrow(/row 2/)
    expect(() => read('[1 ... 2]')).toThrow('t.csv: "v" has a shortened vector in row 1, write all its numbers')
    expect(() => read('[1, 2]', `[1, ${'x'.repeat(30)}]`)).toThrow(
      `t.csv: "v" has "${'x'.repeat(20)}" in the vector of row 2, give numbers`,
    )
  })

  it('that come again whole take the place of what was cut off', () => {
    const found = cells()
    found.put(0, '[1, 2]')
    found.put(1, '[3,')
    found.put(1, '[3, 4]')
    expect([...found.finish(2).data]).toEqual([1, 2, 3, 4])
    const never = cells()
    never.put(0, '[1, 2]')
    never.put(1, '[3]')
    expect(() => never.put(2, '[5, 6]')).toThrow('row 2')
  })
})
