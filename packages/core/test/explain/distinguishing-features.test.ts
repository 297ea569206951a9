import type { Matrix, SparseMatrix } from '@manyview/core'
import { singleProcess } from '@manyview/core/runtime'
import { describe, expect, it } from 'vitest'
import { distinguishingFeatures as ranking } from '../../src/explain/distinguishing-features.ts'
import { labelsOnAllRanks } from '../../src/explain/labels-on-all-ranks.ts'
import { matrix } from '../../src/numerics/linalg/matrix.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { runToEnd } from '../../src/runtime/steps.ts'

const kernels = await Kernels.load()
const all = (samples: number) => Uint32Array.from({ length: samples }, (_, i) => i)

/** In one process; `place` are the samples that have the view. */
function distinguishingFeatures(
  data: Matrix | SparseMatrix,
  place: Uint32Array,
  labels: Int32Array,
  clusters: number,
  count: number,
) {
  const present = new Uint8Array(data.rows)
  for (const i of place) present[i] = 1
  const shared = labelsOnAllRanks(singleProcess, labels, data.rows)
  return runToEnd(ranking(kernels, { name: 'view', data, present }, shared, clusters, count))
}

/** The definition: over all pairs of a sample inside and one outside, larger less smaller. */
function cliffsDelta(view: Matrix, labels: Int32Array, cluster: number, feature: number): number {
  const value = (i: number) => view.data[i * view.columns + feature]
  let balance = 0
  let pairs = 0
  for (let i = 0; i < view.rows; i++)
    for (let j = 0; j < view.rows; j++)
      if (labels[i] === cluster && labels[j] !== cluster) {
        balance += Math.sign(value(i) - value(j))
        pairs++
      }
  return balance / pairs
}

function toSparse(view: Matrix): SparseMatrix {
  const values: number[] = []
  const indices: number[] = []
  const pointers = [0]
  for (let i = 0; i < view.rows; i++) {
    for (let j = 0; j < view.columns; j++) {
      const value = view.data[i * view.columns + j]
      if (value === 0) continue
      values.push(value)
      indices.push(j)
    }
    pointers.push(values.length)
  }
  return {
    rows: view.rows,
    columns: view.columns,
    values: Float64Array.from(values),
    indices: Uint32Array.from(indices),
    pointers: Uint32Array.from(pointers),
  }
}

/** Counts, most of them zero, some below zero; feature 3 is larger in cluster 1, feature 5 smaller in cluster 2. */
function counts(samples: number): { view: Matrix; labels: Int32Array } {
  const random = new Random(11)
  const labels = Int32Array.from({ length: samples }, () => random.below(3))
  const view = matrix(samples, 8)
  for (let i = 0; i < samples; i++)
    for (let j = 0; j < 8; j++) {
      const often = j === 3 && labels[i] === 1 ? 0.9 : j === 5 ? (labels[i] === 2 ? 0.05 : 0.7) : 0.2
      if (random.uniform() < often) view.data[i * 8 + j] = 1 + random.below(4) - (j === 0 ? 3 : 0)
    }
  return { view, labels }
}

describe('distinguishingFeatures(view, labels, clusters, count)', () => {
  it('is Cliff’s delta: larger less smaller over all pairs, for dense and for sparse counts with values below zero', () => {
    const { view, labels } = counts(90)
    const found = distinguishingFeatures(view, all(90), labels, 3, 8)
    for (const [c, features] of found.entries())
      for (const { feature, effect } of features) expect(effect).toBeCloseTo(cliffsDelta(view, labels, c, feature), 12)
    expect(distinguishingFeatures(toSparse(view), all(90), labels, 3, 8)).toEqual(found)
  })

  it('names the one feature that is larger in a cluster, and the one that is smaller, with its direction and means', () => {
    const { view, labels } = counts(300)
    const found = distinguishingFeatures(view, all(300), labels, 3, 2)
    expect(found[1][0].feature).toBe(3)
    expect(found[1][0].effect).toBeGreaterThan(0.5)
    expect(found[1][0].meanInside).toBeGreaterThan(found[1][0].meanOutside)
    expect(found[2][0].feature).toBe(5)
    expect(found[2][0].effect).toBeLessThan(-0.5)
    expect(found[2][0].byChance).toBe(false)
  })

  it('does not depend on the scale of a feature, nor on a few extreme values', () => {
    const { view, labels } = counts(300)
    const plain = distinguishingFeatures(view, all(300), labels, 3, 8)
    const scaled = matrix(
      300,
      8,
      Float64Array.from(view.data, (value, p) => value * (p % 8 === 3 ? 1e9 : 1)),
    )
    const effects = (found: typeof plain) => found.map((list) => list.map(({ feature, effect }) => [feature, effect]))
    expect(effects(distinguishingFeatures(scaled, all(300), labels, 3, 8))).toEqual(effects(plain))
    // One reading of a million outside cluster 1 turns the difference of the means over.
    view.data[labels.indexOf(0) * 8 + 3] = 1e6
    const [first] = distinguishingFeatures(view, all(300), labels, 3, 8)[1]
    expect(first).toMatchObject({ feature: 3, byChance: false })
    expect(first.effect).toBeGreaterThan(0.5)
    expect(first.meanInside).toBeLessThan(first.meanOutside)
  })

  it('follows the features when they are put in another order', () => {
    const { view, labels } = counts(200)
    const order = new Random(2).permutation(8)
    const other = matrix(200, 8)
    for (let i = 0; i < 200; i++) for (let j = 0; j < 8; j++) other.data[i * 8 + j] = view.data[i * 8 + order[j]]
    const before = distinguishingFeatures(view, all(200), labels, 3, 4)
    const after = distinguishingFeatures(other, all(200), labels, 3, 4)
    expect(after.map((list) => list.map((found) => ({ ...found, feature: order[found.feature] })))).toEqual(before)
  })

  it('says of features of noise that chance would show as much', () => {
    const random = new Random(8)
    const noise = matrix(
      200,
      100,
      Float64Array.from({ length: 20_000 }, () => random.uniform()),
    )
    const labels = Int32Array.from({ length: 200 }, (_, i) => i % 4)
    const found = distinguishingFeatures(noise, all(200), labels, 4, 6).flat()
    expect(found.length).toBe(24)
    expect(found.filter(({ byChance }) => !byChance).length).toBeLessThanOrEqual(1)
  })

  it('looks only at samples that have the view', () => {
    const labels = Int32Array.from([0, 0, 0, 1, 1, 1])
    const view = matrix(6, 1, new Float64Array([5, 6, 0, 1, 2, 0]))
    const [[first]] = distinguishingFeatures(view, Uint32Array.from([0, 1, 3, 4]), labels, 2, 3)
    expect(first).toMatchObject({ effect: 1, meanInside: 5.5, meanOutside: 1.5 })
  })

  it('keeps small clusters in sight among very many samples', () => {
    const samples = 20_000
    const labels = Int32Array.from({ length: samples }, (_, i) => (i % 2000 === 7 ? 1 : 0))
    const view = matrix(
      samples,
      2,
      Float64Array.from({ length: 2 * samples }, (_, p) => (p % 2 === 1 ? labels[p >> 1] * 1000 : 0) + (p % 97)),
    )
    const [, [first]] = distinguishingFeatures(view, all(samples), labels, 2, 1)
    expect(first.feature).toBe(1)
    expect(first.meanInside).toBeGreaterThan(first.meanOutside)
  })

  it('has nothing to say about an empty cluster and about one that holds all samples', () => {
    const view = matrix(3, 1, new Float64Array([1, 2, 3]))
    expect(distinguishingFeatures(view, all(3), new Int32Array(3), 2, 3)).toEqual([[], []])
  })
})
