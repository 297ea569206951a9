import { expect, it } from 'vitest'
import type { Stratified } from '../../src/explain/distinguishing-features.ts'
import { type FeatureValues, type RankEffects, rankEffects } from '../../src/explain/rank-effects.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'

/** The same by a plain sort. */
function plainEffects({ rows, values }: FeatureValues, seen: Stratified): RankEffects {
  const { clusters, labels, weights } = seen
  const sizes = new Float64Array(clusters)
  for (const label of labels) sizes[label]++
  const total = sizes.reduce((sum, size, c) => sum + size * weights[c], 0)

  const order = new Uint32Array(values.length)
  for (let p = 0; p < order.length; p++) order[p] = p
  order.sort((a, b) => values[a] - values[b])
  const zeros = sizes.slice()
  for (const row of rows) zeros[labels[row]]--
  const zeroWeight = zeros.reduce((sum, size, c) => sum + size * weights[c], 0)

  const balance = new Float64Array(clusters)
  let below = 0
  let cubes = 0
  let p = 0
  let zerosLeft = zeroWeight > 0
  // Runs of equal values, smallest first; the rows that are not named join the run of zero.
  while (p < order.length || zerosLeft) {
    const value = zerosLeft && !(p < order.length && values[order[p]] < 0) ? 0 : values[order[p]]
    const first = p
    let here = 0
    for (; p < order.length && values[order[p]] === value; p++) here += weights[labels[rows[order[p]]]]
    const withZeros = value === 0 && zerosLeft
    if (withZeros) here += zeroWeight
    const lead = below - (total - below - here)
    for (let q = first; q < p; q++) balance[labels[rows[order[q]]]] += lead
    if (withZeros) {
      for (let c = 0; c < clusters; c++) balance[c] += zeros[c] * lead
      zerosLeft = false
    }
    below += here
    const share = here / total
    cubes += share * share * share
  }

  const effects = new Float64Array(clusters)
  const deviations = new Float64Array(clusters)
  for (let c = 0; c < clusters; c++) {
    const outside = total - sizes[c] * weights[c]
    if (sizes[c] === 0 || outside <= 0) continue
    effects[c] = balance[c] / (sizes[c] * outside)
    const count = labels.length
    const others = count - sizes[c]
    deviations[c] = Math.sqrt(Math.max(0, (count + 1) * (1 - cubes)) / (3 * sizes[c] * others))
  }
  return { effects, deviations }
}

const random = new Random(4)
const samples = 300
/** The last of the four clusters is empty. */
const seen: Stratified = {
  samples: Uint32Array.from({ length: samples }, (_, i) => i),
  labels: Int32Array.from({ length: samples }, () => random.below(3)),
  clusters: 4,
  weights: Float64Array.of(1, 1.7, 0.3, 0),
}

/** A feature with a value in about that share of the rows. */
function feature(share: number, value: () => number): FeatureValues {
  const rows = seen.samples.filter(() => random.uniform() < share)
  return { rows, values: Float64Array.from(rows, value) }
}

it('gives the bytes of a plain sort, of numbers of any sign and size, with ties, of sparse features and of nothing', async () => {
  const features = [
    feature(1, () => random.uniform() - 0.5),
    feature(1, () => random.below(5) - 2),
    feature(1, () => (random.uniform() < 0.5 ? -0 : 0)),
    feature(0.3, () => random.below(3) - 1),
    feature(0.1, () => -1 - random.uniform()),
    feature(0.5, () => (random.uniform() - 0.5) * 10 ** (random.below(600) - 300)),
    feature(0, () => 1),
  ]
  const found = rankEffects(await Kernels.load(), features, seen)
  expect(found).toEqual(features.map((each) => plainEffects(each, seen)))
})
