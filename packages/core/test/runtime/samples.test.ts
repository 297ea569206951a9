import { describe, expect, it } from 'vitest'
import { shares } from '../../src/runtime/ranks/share.ts'
import { onRanks } from './ranks/thread-ranks.ts'
import { type FoundSamples, INPUT, places, rows, run, values } from './samples-program.ts'

const alone = await run()
const program = new URL('./samples-program.ts', import.meta.url)

describe('Samples', () => {
  it('adds up, collects and puts into the order of the input what is known of them', () => {
    const [known] = alone.known
    expect(known.sums[0]).toBe(values.reduce((sum, value) => sum + value))
    expect([...known.counts]).toEqual([9])
    expect(known.least).toEqual(Float64Array.of(2 ** -54, -9))
    expect(known.mean).toBe(known.sums[0] / 9)
    expect(known.values).toEqual(values)
    expect(known.rows).toEqual(rows)
    expect([...known.valuesInInputOrder]).toEqual(Array.from(places, (place) => values[place]))
    expect([...known.inInputOrder]).toEqual(
      Array.from(places, (place) => [...rows.data.subarray(2 * place, 2 * place + 2)]).flat(),
    )
    const sizes = [0, 1, 2, 3].map((label) => places.filter((place) => place % 4 === label).length)
    expect([...known.inputSizes]).toEqual(sizes)
    expect(sizes.reduce((sum, size) => sum + size)).toBe(INPUT)
    expect(alone.isShared).toBe(true)
  })

  it.each([2, 3])(
    'knows the same, byte by byte, where they lie on %i ranks, and where each of these has all',
    async (size) => {
      const found = await onRanks<FoundSamples>(size, program, null)
      const own = shares(9, size)
      found.forEach(({ known, held, isShared }, rank) => {
        expect(held).toEqual([
          { ...own[rank], total: 9 },
          { begin: 0, end: 9, total: 9 },
          { ...own[rank], total: 9 },
        ])
        for (const each of known) expect(each).toEqual(alone.known[0])
        expect(isShared).toBe(true)
      })
    },
  )
})
