import { describe, expect, it } from 'vitest'
import { fromRows } from '../../src/numerics/linalg/matrix.ts'
import { wardTree } from '../../src/tree/ward-tree.ts'

/** Pieces on a line: the cluster, the number of samples and the place of each. */
const treeOf = (pieces: [cluster: number, size: number, place: number][], most: number) =>
  wardTree(
    {
      clusterOf: pieces.map(([cluster]) => cluster),
      sizes: Float64Array.from(pieces, ([, size]) => size),
      sums: fromRows(pieces.map(([, size, place]) => [size * place])),
    },
    most,
  )
const joined = ({ merges }: ReturnType<typeof treeOf>) => merges.map(({ first, second }) => [first, second])

describe('wardTree(pieces, most)', () => {
  it('makes clusters whole before any two of them merge', () => {
    // Pieces 1 and 2 are neighbours, but of different clusters.
    const tree = treeOf(
      [
        [0, 1, 0],
        [0, 1, 4],
        [1, 1, 5],
        [1, 1, 9],
      ],
      4,
    )
    expect(joined(tree)).toEqual([
      [0, 1],
      [2, 3],
      [4, 5],
    ])
    expect(tree.merges.at(-1)!.height).toBe(1)
  })

  it('weighs the sizes of pieces by their root inside a cluster and in full between clusters', () => {
    // Ward costs 100/2·1² = 50 in the large cluster and 1/2·8² = 32 in the small one; by the root of the sizes 7.1 and 45.
    const inside = treeOf(
      [
        [0, 100, 0],
        [0, 100, 1],
        [1, 1, 50],
        [1, 1, 58],
      ],
      4,
    )
    expect(joined(inside)[0]).toEqual([0, 1])
    // 3²·√50 = 64 in the large cluster, 8²·√½ = 45 in the small one.
    const wider = treeOf(
      [
        [0, 100, 0],
        [0, 100, 3],
        [1, 1, 50],
        [1, 1, 58],
      ],
      4,
    )
    expect(joined(wider)[0]).toEqual([2, 3])
    const between = treeOf(
      [
        [0, 100, 0],
        [1, 100, 1],
        [2, 1, 50],
        [3, 1, 58],
      ],
      4,
    )
    expect(joined(between)[0]).toEqual([2, 3])
  })

  it('keeps at most so many leaves, and never fewer than clusters', () => {
    const pieces: [number, number, number][] = [
      [0, 2, 0],
      [0, 3, 1],
      [0, 4, 9],
      [1, 5, 30],
    ]
    const { leafOf, leafSizes, merges } = treeOf(pieces, 3)
    expect([...leafOf]).toEqual([0, 0, 1, 2])
    expect(leafSizes).toEqual([5, 4, 5])
    expect(merges).toHaveLength(2)
    expect(treeOf(pieces, 1).leafSizes).toEqual([9, 5])
  })

  it('says how high each merge lies and how clearly it is the nearest, as Ward costs them', () => {
    // Costs: 1²·1/2; 3²·1/2; then centres 0.5 and 11.5 of two each: 11²·1.
    const { merges } = treeOf(
      [
        [0, 1, 0],
        [0, 1, 1],
        [1, 1, 10],
        [1, 1, 13],
      ],
      4,
    )
    const heights = [Math.sqrt(0.5), Math.sqrt(4.5), 11].map((height) => height / 11)
    // Piece 1 is 9²·1/2 from piece 2, and piece 2 is 9.5²·2/3 from the first two.
    const support = [1 - Math.sqrt(0.5 / 40.5), 1 - Math.sqrt(4.5 / ((9.5 * 9.5 * 2) / 3)), 1]
    merges.forEach((merge, m) => {
      expect(merge.height).toBeCloseTo(heights[m], 12)
      expect(merge.support).toBeCloseTo(support[m], 12)
    })
  })

  it('merges at the mean of all samples, however many each piece has', () => {
    // The first two merge at 3 with five samples: (20 − 3)²·5/6 after 5²·6/5.
    const { merges, leafSizes } = treeOf(
      [
        [0, 2, 0],
        [0, 3, 5],
        [1, 1, 20],
      ],
      3,
    )
    expect(leafSizes).toEqual([2, 3, 1])
    expect(merges[0].height).toBeCloseTo(Math.sqrt(30 / ((17 * 17 * 5) / 6)), 12)
    expect(merges[1]).toMatchObject({ first: 3, second: 2, height: 1 })
  })

  it('measures distances in all dimensions', () => {
    const places = [
      [0, 0, 5],
      [3, 4, 5],
      [0, 0, 7],
    ]
    const { merges } = wardTree({ clusterOf: [0, 1, 2], sizes: Float64Array.of(1, 1, 1), sums: fromRows(places) }, 3)
    // 2²·1/2, then from (3, 4, 5) to (0, 0, 6): 26·2/3.
    expect(merges.map(({ first, second }) => [first, second])).toEqual([
      [0, 2],
      [3, 1],
    ])
    expect(merges[0].height).toBeCloseTo(Math.sqrt(2 / ((26 * 2) / 3)), 12)
    expect(merges[0].support).toBeCloseTo(1 - Math.sqrt(2 / 12.5), 12)
  })

  it('lets no merge of clusters lie below the last inside one, and has no heights where all pieces lie in one place', () => {
    const wide = treeOf(
      [
        [0, 1, 0],
        [0, 1, 10],
        [1, 1, 5],
        [1, 1, 5.2],
      ],
      4,
    )
    expect(joined(wide)[0]).toEqual([2, 3])
    expect(wide.merges[0].height).toBeCloseTo(0.02, 12)
    expect(wide.merges.slice(1).map(({ height }) => height)).toEqual([1, 1])
    const one = treeOf(
      [
        [0, 1, 4],
        [1, 1, 4],
        [2, 1, 4],
      ],
      3,
    )
    expect(one.merges.map(({ height, support }) => [height, support])).toEqual([
      [0, 0],
      [0, 1],
    ])
  })

  it('has one leaf and no merge for one piece', () => {
    expect(treeOf([[0, 7, 3]], 1)).toEqual({ leafOf: Int32Array.of(0), leafSizes: [7], merges: [] })
  })

  it('has heights that never fall from a merge to one above it', () => {
    const { merges, leafSizes } = treeOf(
      Array.from({ length: 12 }, (_, p) => [p % 4, 1 + (p % 3), (p * 37) % 23]),
      12,
    )
    const heights = [...leafSizes.map(() => 0), ...merges.map(({ height }) => height)]
    merges.forEach(({ first, second, height }) => {
      expect(height).toBeGreaterThanOrEqual(Math.max(heights[first], heights[second]))
    })
    const between = merges.slice(-3).map(({ height }) => height)
    expect(between).toEqual(between.toSorted((a, b) => a - b))
  })
})
