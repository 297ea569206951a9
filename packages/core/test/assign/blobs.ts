import type { DenseView } from '@manyview/core'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'

/** Samples around three centres, seen in two views of 6 and 4 features; `seed` draws the samples, the centres stay. */
export function blobs(samples: number, seed: number): { views: Record<string, DenseView>; truth: number[] } {
  const random = new Random(seed)
  const truth = Array.from({ length: samples }, (_, i) => i % 3)
  const view = (features: number, centres: number): DenseView => {
    const at = new Random(centres)
    const means = Array.from({ length: 3 * features }, () => 6 * at.uniform())
    const data = truth.flatMap((c) =>
      Array.from({ length: features }, (_, j) => means[c * features + j] + 0.6 * normal(random)),
    )
    return { data, samples, features }
  }
  return { views: { shape: view(6, 11), colour: view(4, 12) }, truth }
}

/** Some samples of all views, in the order given. */
export function pick(views: Record<string, DenseView>, samples: readonly number[]): Record<string, DenseView> {
  return Object.fromEntries(
    Object.entries(views).map(([name, { data, features }]) => [
      name,
      {
        data: samples.flatMap((i) => Array.from({ length: features }, (_, j) => data[i * features + j])),
        samples: samples.length,
        features,
      },
    ]),
  )
}
