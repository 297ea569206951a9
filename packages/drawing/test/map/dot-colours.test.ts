import { expect, it } from 'vitest'
import { coloursByCode, coloursByValue, dimInto, fadeInto, mixedOrder, surestFirst } from '../../src/map/dot-colours.ts'

it('coloursByCode(codes, palette) takes the colour of each code', () => {
  expect([...coloursByCode([1, 0], ['#ff0000', '#0080ff'])]).toEqual([0, 128, 255, 230, 255, 0, 0, 230])
})

it('coloursByValue(values, range, stops) goes through the stops, and ends at them', () => {
  const colours = coloursByValue([-9, 0, 1, 2, 9], [0, 2], ['#000000', '#808080', '#ffffff'])
  expect([0, 1, 2, 3, 4].map((i) => colours[4 * i])).toEqual([0, 0, 128, 255, 255])
  expect(coloursByValue([3], [3, 3], ['#000000', '#ffffff'])[0]).toBe(0)
})

it('dimInto and fadeInto change only how much is seen', () => {
  const colours = coloursByCode([0, 0], ['#102030'])
  dimInto(colours, (sample) => sample === 1)
  expect([...colours]).toEqual([16, 32, 48, 38, 16, 32, 48, 230])
  fadeInto(colours, (sample) => sample)
  expect([colours[3], colours[7]]).toEqual([50, 230])
})

it('mixedOrder(samples) has every sample once, for any number', () => {
  for (const samples of [0, 1, 2, 3, 10, 97, 1000])
    expect([...mixedOrder(samples)].sort((a, b) => a - b)).toEqual(Array.from({ length: samples }, (_, i) => i))
})

it('surestFirst(values) ends with the least', () => {
  expect([...surestFirst([0.2, 0.9, 0.1])]).toEqual([1, 0, 2])
})
