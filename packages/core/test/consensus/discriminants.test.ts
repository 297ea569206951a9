import { describe, expect, it } from 'vitest'
import { discriminantCoordinates, FOLDS } from '../../src/consensus/discriminants.ts'
import { matrix } from '../../src/numerics/linalg/matrix.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { samplesInOrder } from '../samples-in-order.ts'

const kernels = await Kernels.load()
const SAMPLES = 300
const CLUSTERS = 3
const samples = samplesInOrder(SAMPLES)

/** Clusters differ in the first two features only; the third is loud and says nothing. */
function example() {
  const random = new Random(5)
  const labels = Int32Array.from({ length: SAMPLES }, (_, i) => i % CLUSTERS)
  const points = matrix(SAMPLES, 4)
  for (let i = 0; i < SAMPLES; i++) {
    points.data[4 * i] = (labels[i] === 1 ? 1 : 0) + 0.1 * normal(random)
    points.data[4 * i + 1] = (labels[i] === 2 ? 1 : 0) + 0.1 * normal(random)
    points.data[4 * i + 2] = 20 * normal(random)
    points.data[4 * i + 3] = 0.1 * normal(random)
  }
  const folds = Uint8Array.from({ length: SAMPLES }, () => random.below(FOLDS))
  return { points, grouping: { labels, clusters: CLUSTERS, weights: new Float64Array(SAMPLES).fill(1), folds } }
}
const everyone = new Uint8Array(SAMPLES).fill(1)
const { points, grouping } = example()

/** Share of the spread that lies between the clusters. */
function between(labels: Int32Array, { columns, data }: { columns: number; data: Float64Array }): number {
  const means = matrix(CLUSTERS, columns)
  for (let p = 0; p < data.length; p++)
    means.data[labels[Math.floor(p / columns)] * columns + (p % columns)] += (CLUSTERS * data[p]) / SAMPLES
  let [inside, all] = [0, 0]
  for (let p = 0; p < data.length; p++) {
    inside += (data[p] - means.data[labels[Math.floor(p / columns)] * columns + (p % columns)]) ** 2
    all += data[p] ** 2
  }
  return 1 - inside / all
}

describe('discriminantCoordinates(kernels, samples, points, present, grouping)', () => {
  it('gives fewer than k coordinates, rows shorter than 1, in which the clusters lie apart', () => {
    const found = discriminantCoordinates(kernels, samples, points, everyone, grouping)
    expect([found.rows, found.columns]).toEqual([SAMPLES, CLUSTERS - 1])
    expect(between(grouping.labels, points)).toBeLessThan(0.1)
    expect(between(grouping.labels, found)).toBeGreaterThan(0.9)
    for (let i = 0; i < SAMPLES; i++) {
      const [x, y] = found.data.subarray(2 * i, 2 * i + 2)
      expect(x * x + y * y).toBeLessThan(1)
    }
    // They lie about the origin, and the mean row is nearly as long as softening leaves rows that are alike: √½.
    const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / SAMPLES
    for (const axis of [0, 1]) expect(Math.abs(mean(found.data.filter((_, p) => p % 2 === axis)))).toBeLessThan(0.05)
    expect(mean(found.data.map((value) => value * value))).toBeCloseTo(0.45, 1)
  })

  it('learns the place of a sample from the other folds: its own label changes nothing', () => {
    const found = discriminantCoordinates(kernels, samples, points, everyone, grouping)
    const labels = grouping.labels.slice()
    labels[7] = (labels[7] + 1) % CLUSTERS
    const other = discriminantCoordinates(kernels, samples, points, everyone, { ...grouping, labels })
    // Turned and softened by all samples, so only nearly the same.
    const moved = Math.hypot(found.data[14] - other.data[14], found.data[15] - other.data[15])
    const apart = Math.hypot(found.data[14] - found.data[16], found.data[15] - found.data[17])
    expect(moved).toBeLessThan(0.05 * apart)
  })

  it('leaves samples that lack the view at zero and learns nothing from them', () => {
    const present = everyone.slice()
    present.fill(0, 0, 30)
    const spoilt = matrix(SAMPLES, 4, points.data.slice())
    spoilt.data.fill(1e6, 0, 30 * 4)
    const found = discriminantCoordinates(kernels, samples, spoilt, present, grouping)
    expect(found.data.subarray(0, 60).every((value) => value === 0)).toBe(true)
    expect(found).toEqual(discriminantCoordinates(kernels, samples, points, present, grouping))
  })

  it('has no coordinates where all samples of a cluster are alike, and stands a cluster of one sample', () => {
    const alike = matrix(SAMPLES, 4)
    expect(discriminantCoordinates(kernels, samples, alike, everyone, grouping).columns).toBe(0)
    const labels = grouping.labels.map((label) => Number(label > 0))
    labels[0] = 2
    const found = discriminantCoordinates(kernels, samples, points, everyone, { ...grouping, labels })
    expect(found.data.every(Number.isFinite)).toBe(true)
  })
})
