import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { colourTables } from '../../../../src/things/pictures/features/colour.ts'
import { labOf, orientedGradientsReference, patternCode } from '../../../../src/things/pictures/features/reference.ts'
import { directionEdges } from '../../../../src/things/pictures/features/shape.ts'
import { patternTable } from '../../../../src/things/pictures/features/texture.ts'

// What scikit-image gives for the same numbers: fixtures/make-fixtures.py.
const figures = JSON.parse(readFileSync(new URL('../fixtures/figures.json', import.meta.url), 'utf8'))
const side = 32
const noise = Float64Array.from(figures.noise as number[])
const inside = Array.from({ length: side * side }, (_, p) => p).filter(
  (p) => p >= side && p < side * (side - 1) && p % side > 0 && p % side < side - 1,
)

it('tells the local binary patterns that scikit-image tells', () => {
  const codes = inside.map((p) => patternCode(noise, side, Math.floor(p / side), p % side))
  expect(codes).toEqual(inside.map((p) => figures.patterns[p]))
})

it('numbers as many uniform patterns as scikit-image, each by one number of its own', () => {
  const table = patternTable()
  const pairs = new Set(inside.map((p) => `${table[figures.patterns[p]]} ${figures.uniformPatterns[p]}`))
  const ours = new Set(inside.map((p) => table[figures.patterns[p]]))
  const theirs = new Set(inside.map((p) => figures.uniformPatterns[p]))
  expect(pairs.size).toBe(ours.size)
  expect(ours.size).toBe(theirs.size)
  expect(new Set(table).size).toBe(59)
})

it('sums gradients by direction as the histograms of scikit-image do', () => {
  const cells = orientedGradientsReference(noise, side, directionEdges())
  cells.forEach((sum, c) => {
    // scikit-image computes its angles in single precision and sums in it.
    expect(Math.abs(sum - figures.gradients[c])).toBeLessThan(1e-3 * Math.max(1, sum))
  })
})

it('gives the CIELAB of scikit-image within a thousandth of a visible difference', () => {
  const tables = colourTables()
  ;(figures.colours as number[][]).forEach(([red, green, blue], i) => {
    labOf(red, green, blue, tables).forEach((value, c) => {
      expect(Math.abs(value - figures.lab[i][c])).toBeLessThan(5e-3)
    })
  })
})
