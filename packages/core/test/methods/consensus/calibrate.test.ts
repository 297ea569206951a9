import { describe, expect, it } from 'vitest'
import { matrix } from '../../../src/linalg/matrix.ts'
import { calibrate } from '../../../src/methods/consensus/calibrate.ts'

const voted = (rows: number[][], labels: number[]) => ({
  labels: Int32Array.from(labels),
  memberships: matrix(rows.length, rows[0].length, Float64Array.from(rows.flat())),
  confidence: Float64Array.from(rows, (row) => {
    const [first, second] = row.toSorted((a, b) => b - a)
    return first - second
  }),
})
const all = voted(
  [
    [1, 0],
    [0.9, 0.1],
    [0.2, 0.8],
  ],
  [0, 0, 1],
)

const together = Float64Array.of(1, 1, 1)

describe('calibrate(vote, unrefined, together)', () => {
  it('is as sure on average as the members that never saw the refinement, and keeps labels and order', () => {
    // Leads of the labels: 0.6, 0 (these members would put the sample elsewhere), 0.4.
    const before = voted(
      [
        [0.8, 0.2],
        [0.3, 0.7],
        [0.3, 0.7],
      ],
      [0, 1, 1],
    )
    const { labels, memberships, confidence } = calibrate(all, before, together)
    expect(labels).toBe(all.labels)
    const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length
    expect(mean(confidence)).toBeCloseTo(1 / 3, 12)
    expect([...confidence.keys()].sort((a, b) => confidence[b] - confidence[a])).toEqual([0, 1, 2])
    for (let i = 0; i < 3; i++) {
      const row = memberships.data.subarray(2 * i, 2 * i + 2)
      expect(row[0] + row[1]).toBeCloseTo(1, 12)
      expect(Math.abs(row[0] - row[1])).toBeCloseTo(confidence[i], 12)
      expect(row[labels[i]]).toBeGreaterThanOrEqual(0.5)
    }
  })

  it('never makes a vote surer', () => {
    const sure = voted(
      [
        [1, 0],
        [1, 0],
        [0, 1],
      ],
      [0, 0, 1],
    )
    expect(calibrate(all, sure, together).confidence).toEqual(all.confidence)
  })

  it('is less sure of samples that are not kept with their cluster', () => {
    const { labels, memberships, confidence } = calibrate(all, all, Float64Array.of(0.5, 1, 0.25))
    expect(labels).toBe(all.labels)
    ;[0.5, 0.8, 0.15].forEach((lead, i) => {
      expect(confidence[i]).toBeCloseTo(lead, 12)
      expect(Math.abs(memberships.data[2 * i] - memberships.data[2 * i + 1])).toBeCloseTo(lead, 12)
    })
  })
})
