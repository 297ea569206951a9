import { describe, expect, it } from 'vitest'
import { placeLabels } from '../../src/map/place-labels.ts'

const camera = { x: 0, y: 0, scale: 1 }
const size = { width: 400, height: 300 }

describe('placeLabels(texts, camera, size)', () => {
  it('puts a word on its place, and beside it where it would hide the samples it names', () => {
    const [wide] = placeLabels([{ x: 0, y: 0, text: '3', radius: 80 }], camera, size)
    expect(wide).toEqual({ x: 200, y: 150, lines: ['3'] })
    const [tight] = placeLabels([{ x: 0, y: 0, text: '3', radius: 2 }], camera, size)
    expect(Math.hypot(tight!.x - 200, tight!.y - 150)).toBeGreaterThan(8)
  })

  it('lets no word cover another, and leaves out those that have no room until the map is zoomed', () => {
    const texts = Array.from({ length: 100 }, (_, i) => ({ x: i % 10, y: Math.floor(i / 10), text: `name ${i}` }))
    const placed = placeLabels(texts, camera, size).flatMap((place) => (place ? [place] : []))
    expect(placed.length).toBeGreaterThan(5)
    expect(placed.length).toBeLessThan(100)
    placed.forEach(({ x, y }, i) => {
      for (const { x: otherX, y: otherY } of placed.slice(i + 1))
        expect(Math.abs(x - otherX) > 40 || Math.abs(y - otherY) > 11).toBe(true)
    })
    const zoomed = placeLabels(texts, { x: 4.5, y: 4.5, scale: 1000 }, { width: 12_000, height: 12_000 })
    expect(zoomed.every((place) => place !== null)).toBe(true)
  })

  it('folds a long name into lines, and takes the short one where the long one has no room', () => {
    const name = 'government, election, minister, parliament'
    const [long] = placeLabels([{ x: 0, y: 0, text: name, radius: 150 }], camera, size)
    expect(long!.lines.length).toBeGreaterThan(1)
    expect(long!.lines.join(' ')).toBe(name)
    const crowd = Array.from({ length: 40 }, () => ({ x: 0, y: 0, text: name, short: 'government', radius: 150 }))
    const placed = placeLabels(crowd, camera, size).flatMap((place) => (place ? [place.lines.join(' ')] : []))
    expect(new Set(placed)).toEqual(new Set([name, 'government']))
  })

  it('leaves the pixels at the top free that tools lie over', () => {
    const [place] = placeLabels([{ x: 0, y: -140, text: 'name', radius: 80 }], camera, size, 15, 40)
    expect(place!.y).toBeGreaterThanOrEqual(40 + 15 / 2)
  })

  it('says nothing of what is out of sight', () => {
    expect(placeLabels([{ x: 900, y: 0, text: 'far' }], camera, size)).toEqual([null])
  })
})
