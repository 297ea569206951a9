import { describe, expect, it } from 'vitest'
import { neighbourCount, placeSideBySide } from '../../src/evidence/graphs.ts'
import { fromRows } from '../../src/numerics/linalg/matrix.ts'

describe('neighbourCount(samples, clusters, most)', () => {
  it.each([
    ['as many as wanted among many samples', 1000, 5, 10],
    ['half of a mean cluster, so that lists end inside it', 90, 9, 5],
    ['no more than √n', 36, 2, 6],
    ['√n alone where the number of clusters is not known', 30, null, 5],
    ['2 at least', 20, 10, 2],
  ])('is %s', (_, samples, clusters, expected) => {
    expect(neighbourCount(samples, clusters, 10)).toBe(expected)
  })
})

describe('placeSideBySide(views)', () => {
  it('shares the length of each row out by the weights of the views that the sample has', () => {
    const scores = [
      [
        [1, 0],
        [0, 1],
        [0, 0],
      ],
      [[1], [0], [1]],
      [[9], [9], [9]],
    ].map(fromRows)
    const present = [Uint8Array.of(1, 1, 0), Uint8Array.of(1, 0, 1), Uint8Array.of(1, 1, 1)]
    const { columns, data } = placeSideBySide({ scores, present, weights: [3, 1, 0], incomplete: true })
    expect(columns).toBe(3)
    expect([...data]).toEqual([Math.sqrt(3 / 4), 0, Math.sqrt(1 / 4), 0, 1, 0, 0, 0, 1])
  })
})
