import { describe, expect, it } from 'vitest'
import { associate } from '../../src/metadata/associate.ts'
import { typedColumn } from '../../src/metadata/column.ts'
import { countTable, fisherTest } from '../../src/metadata/fisher-test.ts'

import { numberAtRisk, survivalCurve } from '../../src/metadata/survival-curve.ts'

const labels = Array.from({ length: 60 }, (_, i) => i % 3)
const times = labels.map((label, i) => (label + 1) * 10 + (i % 7))

describe('associate', () => {
  it('gives the least p first, with p adjusted for the number of columns', () => {
    const { associations } = associate(labels, {
      noise: labels.map((_, i) => ['a', 'b'][Math.floor(i / 3) % 2]),
      same: labels.map((label) => `group ${label}`),
      age: times,
    })
    expect(associations.map(({ column }) => column)).toEqual(['age', 'same', 'noise'].sort((a, b) => p(a) - p(b)))
    expect(associations[0].q).toBeCloseTo(associations[0].p * 3, 12)
    expect(p('noise')).toBeGreaterThan(0.9)
    expect(associations.find(({ column }) => column === 'same')!.effect).toBeCloseTo(1, 12)
    function p(column: string): number {
      return associations.find((found) => found.column === column)!.p
    }
  })

  it('says why a column is not tested', () => {
    const { leftOut, associations } = associate(labels, {
      missing: labels.map(() => 'NA'),
      same: labels.map(() => 'yes'),
      free: labels.map((_, i) => `patient ${i}`),
      late: labels.map((label, i) => (label === 0 ? i : null)),
    })
    expect(associations).toEqual([])
    expect(leftOut.map(({ reason }) => reason)).toEqual([
      'all values are missing',
      'has one value only',
      'has 60 different values in 60 samples, too many to compare',
      'has values in one cluster only',
    ])
  })

  it('leaves samples out that are in no cluster or have no value', () => {
    const some = labels.map((label, i) => (i < 6 ? -1 : label))
    const { associations } = associate(some, { age: times.map((time, i) => (i === 10 ? '[Not Available]' : time)) })
    expect(associations[0].samples).toBe(53)
  })

  it('tests nothing in one cluster', () => {
    expect(
      associate(
        labels.map(() => 0),
        { age: times },
      ).leftOut,
    ).toEqual([{ column: 'age', reason: 'has values in one cluster only' }])
  })

  it.each([
    [{ age: [1, 2] }, {}, 'metadata "age": has 2 values for 60 samples, give one per sample'],
    [
      { days: times, death: times.map(() => 1) },
      { survival: { time: 'days', event: 'dead' } },
      'survival: there is no column "dead", name two of days, death',
    ],
    [
      { time: times.map((time, i) => (i === 4 ? -5 : time)), death: times.map(() => 1) },
      {},
      'metadata "time": has a time below 0 (-5 in sample 4), give times of 0 or more',
    ],
    [
      { time: times, state: times.map(() => 'maybe') },
      { survival: { time: 'time', event: 'state' } },
      'metadata "state": says no event (maybe), give 1 for an event and 0 for none',
    ],
    [
      { sex: times.map(() => 'f') },
      { kinds: { sex: 'number' as const } },
      'metadata "sex": is no number in every sample ("f"), make it a category',
    ],
  ])('refuses what cannot be meant: %#', (metadata, options, message) => {
    expect(() => associate(labels, metadata, options)).toThrow(message)
  })

  it.each([
    ['Survival', 'Death', ['0', '1']],
    ['OS_MONTHS', 'OS_STATUS', ['0:LIVING', '1:DECEASED']],
    ['OS.time', 'OS', ['0', '1']],
    ['time', 'status', ['1', '2']],
    ['Overall survival (months)', 'vital_status', ['Alive', 'Dead']],
  ])('finds survival in %s and %s', (time, event, [no, yes]) => {
    const { survival, associations } = associate(labels, {
      [time]: times,
      [event]: labels.map((_, i) => (i % 4 === 0 ? no : yes)),
    })
    expect(survival).toEqual({ time, event })
    expect(associations).toHaveLength(1)
    const [found] = associations
    expect(found.kind === 'survival' && found.curves.reduce((sum, { events }) => sum + events, 0)).toBe(45)
  })
})

describe('columns', () => {
  it.each([
    [['1', '2', '2.5', 'NA'], 'number'],
    [['1', '2', '1', '2'], 'category'],
    [['2024-02-29', '2023-1-5'], 'date'],
    [['29.02.2024', '05.01.2023'], 'date'],
    [['29/02/2024', '05/01/2023'], 'date'],
    [['02/03/2024', '05/01/2023'], 'category'],
    [['2023-02-29', '2023-01-05'], 'category'],
    [['II', 'III', ''], 'category'],
  ])('%j is taken for a %s', (values, kind) => {
    expect(typedColumn('x', values).kind).toBe(kind)
  })

  it('reads slashes with the day first where some day is past 12', () => {
    const column = typedColumn('x', ['29/02/2024', '01/03/2024'])
    expect(column.kind === 'date' && column.values[1] - column.values[0]).toBe(1)
  })
})

describe('tests', () => {
  it('draw tables where there are too many to go through, close to the exact p and the same each time', () => {
    const table = countTable([
      [12, 5, 3],
      [4, 9, 6],
      [3, 4, 11],
    ])
    const exact = fisherTest(table, 5_000_000)
    const drawn = fisherTest(table, 10)
    expect([exact.simulated, drawn.simulated]).toEqual([false, true])
    // Four standard errors of a share of 9,999 draws.
    expect(Math.abs(drawn.p - exact.p)).toBeLessThan(4 * Math.sqrt(exact.p / 9999) + 1e-4)
    expect(fisherTest(table, 10)).toEqual(drawn)
  })

  it('count who is at risk under a curve', () => {
    const curve = survivalCurve([5, 5, 8, 12], [1, 0, 1, 0])
    expect(curve.survival).toEqual([0.75, 0.375, 0.375])
    expect([0, 5, 6, 12, 13].map((time) => numberAtRisk(curve, time))).toEqual([4, 4, 2, 1, 0])
  })
})
