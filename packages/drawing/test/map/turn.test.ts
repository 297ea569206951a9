import { Random } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { type Turn, turnMap, turnOnto } from '../../src/map/turn.ts'

const random = new Random(8)
const map = Float64Array.from({ length: 40 }, (_, p) => (p % 2 === 0 ? 3 : 1) * random.uniform() - 1)

describe('turnOnto(map, other)', () => {
  it.each([
    ['a turn', [Math.cos(2), -Math.sin(2), Math.sin(2), Math.cos(2)]],
    ['a reflection', [Math.cos(1), Math.sin(1), Math.sin(1), -Math.cos(1)]],
    ['nothing', [1, 0, 0, 1]],
  ] as [string, Turn][])('finds %s again, wherever the other lies', (_, turn) => {
    const other = turnMap(map, turn).map((place) => 5 * place + 20)
    turnOnto(map, other).forEach((entry, e) => {
      expect(entry).toBeCloseTo(turn[e], 10)
    })
  })

  it('leaves out samples without a place, and leaves a map alone that has nothing to go by', () => {
    const holed = map.slice()
    holed.set([Number.NaN, Number.NaN], 6)
    expect(turnOnto(map, holed)[0]).toBeCloseTo(1, 10)
    expect(turnOnto(Float64Array.of(1, 1), Float64Array.of(4, 4))).toEqual([1, 0, 0, 1])
  })
})
