import type { DenseView } from '@manyview/core'
import type { Images } from './images.ts'

/** How much ink each row and each column holds, as a share of its pixels: `size` rows, then `size` columns (56 features of 28 × 28 pixels). O(pixels). */
export function inkProfiles({ samples, size, pixels }: Images): DenseView {
  const features = 2 * size
  const data = new Float64Array(samples * features)
  for (let i = 0; i < samples; i++)
    for (let row = 0; row < size; row++)
      for (let column = 0; column < size; column++) {
        const share = pixels[(i * size + row) * size + column] / (255 * size)
        data[i * features + row] += share
        data[i * features + size + column] += share
      }
  return { data, samples, features }
}
