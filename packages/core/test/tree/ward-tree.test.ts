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
