import { expect, it } from 'vitest'
import {
  brightLast,
  coloursByCode,
  coloursByValue,
  dimInto,
  fadeInto,
  mixedOrder,
  surestFirst,
} from '../../src/map/dot-colours.ts'

it('coloursByCode(codes, palette) takes the colour of each code', () => {
  expect([...coloursByCode([1, 0], ['#ff0000', '#0080ff'])]).toEqual([0, 128, 255, 230, 255, 0, 0, 230])
})

it('coloursByValue(values, range, stops) goes through the stops, and ends at them', () => {
  const colours = coloursByValue([-9, 0, 1, 2, 9], [0, 2], ['#000000', '#808080', '#ffffff'])
  expect([0, 1, 2, 3, 4].map((i) => colours[4 * i])).toEqual([0, 0, 128, 255, 255])
  expect(coloursByValue([3], [3, 3], ['#000000', '#ffffff'])[0]).toBe(0)
})

it('dimInto makes dots faint and grey, brightLast lays the others on top of them', () => {
  const colours = coloursByCode([0, 0], ['#102030'])
  dimInto(colours, (sample) => sample === 1)
  expect([...colours]).toEqual([83, 90, 96, 37, 16, 32, 48, 230])
  expect([...brightLast(Uint32Array.of(3, 1, 0, 2), (sample) => sample % 2 === 1)]).toEqual([0, 2, 3, 1])
})

it('fadeInto changes only how much is seen', () => {
  const colours = coloursByCode([0, 0], ['#102030'])
  fadeInto(colours, (sample) => sample)
  expect([...colours]).toEqual([16, 32, 48, 50, 16, 32, 48, 230])
})

it('dots are the fainter the more there are, so that depth of colour shows how many lie on each other', () => {
  const alpha = (samples: number) => coloursByCode(new Uint8Array(samples), ['#102030'])[3]
  expect([1000, 20_000, 80_000, 1_000_000].map(alpha)).toEqual([230, 230, 115, 32])
})

it('mixedOrder(samples) has every sample once, for any number', () => {
  for (const samples of [0, 1, 2, 3, 10, 97, 1000])
    expect([...mixedOrder(samples)].sort((a, b) => a - b)).toEqual(Array.from({ length: samples }, (_, i) => i))
})

it('surestFirst(values) ends with the least', () => {
  expect([...surestFirst([0.2, 0.9, 0.1])]).toEqual([1, 0, 2])
})
