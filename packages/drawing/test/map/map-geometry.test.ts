import { Random } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { toMap, toScreen, wholeMap, zoomAt } from '../../src/map/camera.ts'
import { insideLine, SampleGrid } from '../../src/map/sample-grid.ts'

const random = new Random(5)
const map = Float64Array.from({ length: 2000 }, () => 20 * random.uniform() - 10)
const size = { width: 800, height: 500 }

describe('the camera', () => {
  it('shows every sample, with a margin', () => {
    const camera = wholeMap(map, size)
    for (let i = 0; i < 1000; i++) {
      const [x, y] = toScreen(camera, size, map[2 * i], map[2 * i + 1])
      expect(x).toBeGreaterThan(30)
      expect(y).toBeLessThan(470)
    }
  })

  it('keeps the place under the pointer where it is while zooming, within limits', () => {
    const home = wholeMap(map, size)
    const before = toMap(home, size, 200, 100)
    const nearer = zoomAt(home, size, home, 200, 100, 3)
    const after = toMap(nearer, size, 200, 100)
    expect(after[0]).toBeCloseTo(before[0], 10)
    expect(after[1]).toBeCloseTo(before[1], 10)
    expect(zoomAt(home, size, home, 0, 0, 1e9).scale).toBe(home.scale * 400)
    expect(zoomAt(home, size, home, 0, 0, 1e-9).scale).toBe(home.scale / 5)
  })

  it('tolerates a few samples that lie far away, and those that have no place', () => {
    const stretched = Float64Array.from([...map, 500, 400, -300, 20, Number.NaN, Number.NaN])
    const camera = wholeMap(stretched, size)
    expect(camera.scale).toBeGreaterThan(0.8 * wholeMap(map, size).scale)
    const [x, y] = toScreen(camera, size, map[0], map[1])
    expect(x > 0 && y > 0 && x < 800 && y < 500).toBe(true)
    const grid = new SampleGrid(stretched)
    expect(grid.nearest(500, 400, 1)).toBe(1000)
    expect(insideLine(stretched, [-1e3, -1e3, 1e3, -1e3, 1e3, 1e3, -1e3, 1e3]).length).toBe(1002)
  })

  it('has a place for a single sample', () => {
    const camera = wholeMap(Float64Array.of(3, 4), size)
    expect(toScreen(camera, size, 3, 4)).toEqual([400, 250])
  })
})

describe('SampleGrid', () => {
  const grid = new SampleGrid(map)
  const distance = (i: number, x: number, y: number) => Math.hypot(map[2 * i] - x, map[2 * i + 1] - y)

  it('finds the sample that a search through all finds', () => {
    for (let trial = 0; trial < 200; trial++) {
      const [x, y] = [24 * random.uniform() - 12, 24 * random.uniform() - 12]
      const all = Array.from({ length: 1000 }, (_, i) => distance(i, x, y))
      const least = Math.min(...all)
      const found = grid.nearest(x, y, 1)
      if (least > 1) expect(found).toBe(-1)
      else expect(all[found]).toBe(least)
      expect(all[grid.nearest(x, y, Infinity)]).toBe(least)
    }
  })

  it('goes on in the direction that is asked for, and stays at the edge', () => {
    const next = grid.next(0, 1, 0)
    expect(map[2 * next]).toBeGreaterThan(map[0])
    const rightmost = Array.from({ length: 1000 }, (_, i) => i).reduce((a, b) => (map[2 * b] > map[2 * a] ? b : a))
    expect(grid.next(rightmost, 1, 0)).toBe(rightmost)
  })
})

describe('insideLine', () => {
  it('takes the samples within a closed line, also a hollow one', () => {
    const points = Float64Array.of(0.5, 0.5, 2, 2, 0.5, 2)
    expect(insideLine(points, [0, 0, 1, 0, 1, 1, 0, 1])).toEqual([0])
    expect(insideLine(points, [0, 0, 3, 0, 3, 3, 1, 3, 1, 1, 0, 1])).toEqual([0, 1])
    expect(insideLine(points, [0, 0, 1, 1])).toEqual([])
  })
})
