import { describe, expect, it } from 'vitest'
import {
  inInputOrder,
  keepGathered,
  keptGathered,
  keptScores,
  partitionsInInputOrder,
  splitSamples,
} from '../../src/consensus/result.ts'
import { fromRows, matrix } from '../../src/numerics/linalg/matrix.ts'
import type { Progress } from '../../src/runtime/progress.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { Samples } from '../../src/runtime/samples.ts'

/** Seven samples of the input, of which four differ; in their order they are samples 4, 0, 2 and 1 of the input. */
const order = { samples: Uint32Array.of(4, 0, 2, 1), places: Uint32Array.of(1, 3, 2, 1, 0, 1, 2) }
const samples = new Samples(order, singleProcess)

describe('inInputOrder(samples, result, clusters)', () => {
  it('numbers clusters by the size that they have in the input, and gives identical samples all that was found of one', () => {
    const found = {
      labels: Int32Array.of(0, 1, 2, 0),
      memberships: matrix(4, 3, Float64Array.of(0.7, 0.2, 0.1, 0, 0.9, 0.1, 0.3, 0.3, 0.4, 1, 0, 0)),
      confidence: Float64Array.of(0.5, 0.8, 0.1, 1),
      embedding: matrix(4, 1, Float64Array.of(10, 20, 30, 40)),
      details: {},
    }
    const { labels, memberships, confidence, embedding } = inInputOrder(samples, found, 3)
    // Three copies of place 1, two of place 2, and one each of places 0 and 3: of equal clusters the first in order comes first.
    expect([...labels]).toEqual([0, 1, 2, 0, 1, 0, 2])
    expect([...confidence!]).toEqual([0.8, 1, 0.1, 0.8, 0.5, 0.8, 0.1])
    expect([...embedding!.data]).toEqual([20, 40, 30, 20, 10, 20, 30])
    expect([...memberships!.data.subarray(0, 6)]).toEqual([0.9, 0, 0.1, 0, 1, 0])
  })

  it('counts the samples of the input in the leaves of a tree', () => {
    const tree = { leaves: Int32Array.of(0, 1, 1, 0), leafSizes: [2, 2], merges: [] }
    const bare = { labels: new Int32Array(4), memberships: null, confidence: null, embedding: null, details: {} }
    const found = inInputOrder(samples, { ...bare, tree }, 1).tree!
    expect([...found.leaves]).toEqual([1, 0, 1, 1, 0, 1, 1])
    expect(found.leafSizes).toEqual([2, 5])
  })
})

describe('splitSamples(samples, clusters, ranks)', () => {
  it('splits the largest group of identical samples first, which are then no surer than their shares', () => {
    const { labels, memberships, confidence } = splitSamples(samples, 5, singleProcess)
    // The three copies of sample 0 are split into one and two.
    const groups = [[0], [1], [2, 6], [3, 5], [4]]
    for (const group of groups) expect(new Set(group.map((i) => labels[i])).size).toBe(1)
    expect(new Set(labels).size).toBe(5)
    expect([...confidence!]).toEqual([0, 1, 1, 2 / 3 - 1 / 3, 1, 2 / 3 - 1 / 3, 1])
    for (const i of [0, 3, 5]) expect(memberships!.data[5 * i + labels[3]]).toBe(2 / 3)
    for (let c = 1; c < 5; c++) {
      const sizes = labels.reduce(
        (counts, label) => counts.with(label, counts[label] + 1),
        new Array<number>(5).fill(0),
      )
      expect(sizes[c]).toBeLessThanOrEqual(sizes[c - 1])
    }
  })

  it('gives one cluster to all', () => {
    const { labels, memberships, confidence } = splitSamples(samples, 1, singleProcess)
    expect([...labels]).toEqual(new Array(7).fill(0))
    expect(memberships).toEqual(fromRows(new Array(7).fill([1])))
    expect([...confidence!]).toEqual(new Array(7).fill(1))
  })
})

describe('partitionsInInputOrder(fit, samples, ranks, clusters)', () => {
  function* fit(): Generator<Progress, string> {
    yield { stage: 'members', iteration: 1, total: 2 }
    yield { stage: 'vote', iteration: 1, total: 1, partition: () => Int32Array.of(0, 1, 2, 0) }
    return 'done'
  }

  it('tells partitions of the samples of the input, clusters numbered by size', () => {
    const [first, second] = [...partitionsInInputOrder(fit(), samples, singleProcess, 3)]
    expect(first).toEqual({ stage: 'members', iteration: 1, total: 2 })
    expect([...second.partition!()]).toEqual([0, 1, 2, 0, 1, 0, 2])
  })

  it('tells none where several processes fit, since each holds a part', () => {
    const told = [...partitionsInInputOrder(fit(), samples, { ...singleProcess, size: 2 }, 3)]
    expect(told.map(({ stage }) => stage)).toEqual(['members', 'vote'])
    expect(told.every(({ partition }) => partition === undefined)).toBe(true)
  })
})

describe('keepGathered(labels, gathered)', () => {
  const evidence = { samples, names: ['one'], scores: [matrix(4, 1)], present: [new Uint8Array(4).fill(1)] }
  const gathered = { evidence } as unknown as Parameters<typeof keepGathered>[1]

  it('keeps what the last fit gathered for its very labels', () => {
    const [labels, others] = [new Int32Array(7), new Int32Array(7)]
    keepGathered(labels, gathered)
    expect(keptGathered(labels)).toBe(gathered)
    expect(keptGathered(others)).toBeUndefined()
    keepGathered(others, gathered)
    expect(keptGathered(labels)).toBeUndefined()
  })

  it('gives its scores only for samples in the same order', () => {
    const labels = new Int32Array(7)
    keepGathered(labels, gathered)
    const [{ name, scores }] = keptScores(labels, Uint32Array.of(4, 0, 2, 1))!
    expect([name, scores]).toEqual(['one', evidence.scores[0]])
    for (const order of [Uint32Array.of(4, 0, 1, 2), Uint32Array.of(4, 0, 2), Uint32Array.of(4, 0, 2, 1, 3)])
      expect(keptScores(labels, order)).toBeUndefined()
    keepGathered(labels, { ...gathered, evidence: null })
    expect(keptScores(labels, Uint32Array.of(4, 0, 2, 1))).toBeUndefined()
  })
})
