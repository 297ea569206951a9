import { describe, expect, it } from 'vitest'
import { centreMemberships, centreMembershipsInto } from '../../../src/numerics/kmeans/centre-memberships.ts'
import { matrix } from '../../../src/numerics/linalg/matrix.ts'

const centres = matrix(2, 1, Float64Array.of(0, 4))

describe('centreMemberships(points, centres)', () => {
  it('shares by the inverse squared distances, and gives a point on a centre to it alone', () => {
    const { data } = centreMemberships(matrix(2, 1, Float64Array.of(1, 4)), centres)
    expect(data[0]).toBeCloseTo(0.9, 12)
    expect(data[1]).toBeCloseTo(0.1, 12)
    expect([data[2], data[3]]).toEqual([0, 1])
  })

  it('gives a point on several centres to the first', () => {
    const twins = matrix(2, 1, Float64Array.of(4, 4))
    expect([...centreMemberships(matrix(1, 1, Float64Array.of(4)), twins).data]).toEqual([1, 0])
  })

  it('does not overflow for a point next to a centre', () => {
    const { data } = centreMemberships(matrix(1, 1, Float64Array.of(1e-160)), centres)
    expect(data[0] + data[1]).toBe(1)
    expect(data[0]).toBe(1)
  })
})

describe('centreMemberships in several dimensions', () => {
  it('divides 1/d² by its sum, row by row', () => {
    const points = matrix(2, 2, Float64Array.of(1, 2, -3, 0.5))
    const three = matrix(3, 2, Float64Array.of(0, 0, 2, 5, -4, 1))
    const { rows, columns, data } = centreMemberships(points, three)
    expect([rows, columns]).toEqual([2, 3])
    for (let i = 0; i < 2; i++) {
      const inverse = [0, 1, 2].map((c) => {
        const [x, y] = [0, 1].map((j) => points.data[2 * i + j] - three.data[2 * c + j])
        return 1 / (x * x + y * y)
      })
      const sum = inverse[0] + inverse[1] + inverse[2]
      for (let c = 0; c < 3; c++) expect(data[3 * i + c]).toBeCloseTo(inverse[c] / sum, 14)
    }
  })
})

describe('centreMembershipsInto(row, point, centres, known, sizes)', () => {
  it('leaves unknown features out of the distances', () => {
    const row = new Float64Array(2)
    const wide = matrix(2, 2, Float64Array.of(0, 0, 4, 100))
    centreMembershipsInto(row, Float64Array.of(1, 55), wide, Uint8Array.of(1, 0))
    expect(row[0]).toBeCloseTo(0.9, 12)
  })

  it('gives nothing to a cluster without samples, even where the point lies on its centre', () => {
    const row = new Float64Array(2)
    centreMembershipsInto(row, Float64Array.of(4), centres, null, Float64Array.of(3, 0))
    expect([...row]).toEqual([1, 0])
  })
})
