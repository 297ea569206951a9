import type { View } from '@manyview/core'
import { normal, Random } from '@manyview/core/numerics'

/** Generated views with the cluster that each sample was drawn from. */
export interface Mixture {
  views: Record<string, View>
  truth: Int32Array
}

/** Views of the generated samples. */
export const VIEWS = 3
/** Features per view. */
export const FEATURES = 100
/** Clusters of the generated samples. */
export const CLUSTERS = 20
/** Factors that the features of a view share. */
const FACTORS = 8
/** Distance of the centres and share of the noise of each feature, against factors of size 1. */
const SPREAD = 0.2
/** Deviation of the noise of each feature. */
const NOISE = 0.5
/** Draws from the normal distribution that are used again and again: drawing every number afresh would take longer than clustering. */
const DRAWS = 65_536

/**
 * n samples of 20 clusters of different sizes in 3 views of 100 features, or as many as asked for, single precision. A sample is the centre of its cluster, 8 factors of its own in every view, and noise.
 * In each view every third cluster lies where the next one does, so that no view alone tells all clusters apart; the rest overlap a little. Same seed, same numbers.
 */
export function mixture(samples: number, seed = 1, shape = { views: VIEWS, features: FEATURES }): Mixture {
  const { features } = shape
  const random = new Random(seed)
  const draws = Float64Array.from({ length: DRAWS }, () => normal(random))
  const draw = () => draws[random.integer() >>> 16]
  // The largest cluster is four times as large as the smallest.
  const sizes = Float64Array.from({ length: CLUSTERS }, (_, c) => 1 + (3 * c) / (CLUSTERS - 1))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const truth = Int32Array.from({ length: samples }, () => {
    let at = random.uniform() * total
    let c = 0
    while (c < CLUSTERS - 1 && at >= sizes[c]) at -= sizes[c++]
    return c
  })
  const views: Record<string, View> = {}
  for (let v = 0; v < shape.views; v++) {
    const centres = Float64Array.from({ length: CLUSTERS * features }, () => SPREAD * draw())
    for (let c = v; c + 1 < CLUSTERS; c += 3) centres.copyWithin(c * features, (c + 1) * features, (c + 2) * features)
    const loadings = Float64Array.from({ length: FACTORS * features }, () => draw() / Math.sqrt(FACTORS))
    const factors = new Float64Array(FACTORS)
    const data = new Float32Array(samples * features)
    for (let i = 0; i < samples; i++) {
      for (let f = 0; f < FACTORS; f++) factors[f] = draw()
      for (let j = 0; j < features; j++) {
        let value = centres[truth[i] * features + j] + NOISE * draw()
        for (let f = 0; f < FACTORS; f++) value += factors[f] * loadings[f * features + j]
        data[i * features + j] = value
      }
    }
    views[`view ${v + 1}`] = { data, samples, features }
  }
  return { views, truth }
}
