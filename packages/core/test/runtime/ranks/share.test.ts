import { describe, expect, it } from 'vitest'
import { cluster } from '../../../src/cluster.ts'
import { gatherClustering } from '../../../src/gather-clustering.ts'
import type { Ranks } from '../../../src/runtime/ranks/ranks.ts'
import { share, shares } from '../../../src/runtime/ranks/share.ts'
import { singleProcess } from '../../../src/runtime/ranks/single-process.ts'

describe('share(length, size, rank)', () => {
  it('covers everything once, in order, in parts that differ by at most one', () => {
    for (const [length, size] of [
      [10, 3],
      [2, 5],
      [0, 4],
      [7, 1],
    ]) {
      const parts = shares(length, size)
      expect(parts[0].begin).toBe(0)
      expect(parts[size - 1].end).toBe(length)
      for (let r = 1; r < size; r++) expect(parts[r].begin).toBe(parts[r - 1].end)
      const sizes = parts.map(({ begin, end }) => end - begin)
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
      expect(share(length, size, size - 1)).toEqual(parts[size - 1])
    }
  })
})

describe('one process', () => {
  it('gets back what it sends', () => {
    const values = Float64Array.of(1, 2)
    singleProcess.allReduceSum(values)
    singleProcess.broadcast(values)
    const received = new Float64Array(2)
    singleProcess.allToAll(values, [2], received, [2])
    expect(received).toEqual(Float64Array.of(1, 2))
    expect(singleProcess.gather(values)).toBe(values)
    expect(singleProcess.allGather(values)).toBe(values)
  })
})

/** Two ranks of which only the one asked is there; every collective call hands back its own part as the other's. */
function twoRanks(rank: number): Ranks {
  const twice = <T extends Float64Array | Int32Array | Uint8Array>(values: T) =>
    new (values.constructor as new (list: number[]) => T)([...values, ...values])
  return {
    ...singleProcess,
    rank,
    size: 2,
    allReduceSum: (values) => values.set(values.map((value) => 2 * value)),
    allGather: twice,
    gather: (values) => (rank === 0 ? twice(values) : null),
  }
}

describe('cluster over ranks', () => {
  const views = { a: [[1], [2], [3]], b: [[1], [2], [4]] }

  it('refuses methods that run in one process only', async () => {
    await expect(cluster(views, { clusters: 2, method: 'spectral', runtime: { ranks: twoRanks(0) } })).rejects.toThrow(
      'method: spectral runs in one process (2 ranks given), start it without MPI',
    )
  })

  it('refuses checkpoints where a method cannot go on from them', async () => {
    const checkpoints = { load: () => null, due: () => false, save: () => undefined }
    await expect(cluster(views, { clusters: 2, method: 'spectral', runtime: { checkpoints } })).rejects.toThrow(
      'checkpoints: spectral cannot go on from a checkpoint',
    )
  })

  it('is put together on rank 0', async () => {
    const own = await cluster(views, { clusters: 2, method: 'dstl' })
    expect(gatherClustering(singleProcess, own)).toBe(own)
    expect(gatherClustering(twoRanks(1), own)).toBeNull()
    const whole = gatherClustering(twoRanks(0), own)!
    expect(whole.labels).toEqual(Int32Array.from([...own.labels, ...own.labels]))
    expect(whole.embedding!.rows).toBe(6)
    expect(whole.ids).toEqual(['0', '1', '2', '3', '4', '5'])
    const { memberships, embedding } = gatherClustering(twoRanks(0), own, { memberships: false, embedding: true })!
    expect([memberships, embedding!.rows]).toEqual([null, 6])
  })
})
