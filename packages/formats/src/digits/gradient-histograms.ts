import type { DenseView } from '@manyview/core'
import { cosine, sine } from '@manyview/core/numerics'
import type { Images } from './images.ts'

/**
 * Histograms of stroke directions: `cells` × `cells` squares of pixels, `directions` bins each (defaults 4 and 8: 128 features).
 * A gradient g (central differences) adds |g|·cos³ of its angle to the bin's direction, where positive; roots of the sums, every sample of length 1.
 * O(pixels · directions).
 */
export function gradientHistograms({ samples, size, pixels }: Images, cells = 4, directions = 8): DenseView {
  const features = cells * cells * directions
  const data = new Float64Array(samples * features)
  const angle = (2 * Math.PI) / directions
  const across = Float64Array.from({ length: directions }, (_, b) => cosine(b * angle))
  const down = Float64Array.from({ length: directions }, (_, b) => sine(b * angle))
  for (let i = 0; i < samples; i++) {
    const histogram = data.subarray(i * features, (i + 1) * features)
    const image = pixels.subarray(i * size * size, (i + 1) * size * size)
    for (let row = 1; row < size - 1; row++)
      for (let column = 1; column < size - 1; column++) {
        const place = row * size + column
        const dx = image[place + 1] - image[place - 1]
        const dy = image[place + size] - image[place - size]
        const cell = Math.floor((row * cells) / size) * cells + Math.floor((column * cells) / size)
        const squared = dx * dx + dy * dy
        for (let b = 0; b < directions; b++) {
          const along = dx * across[b] + dy * down[b]
          if (along > 0) histogram[cell * directions + b] += (along * along * along) / squared
        }
      }
    rootsOfLengthOne(histogram)
  }
  return { data, samples, features }
}

/** Square roots of the values, scaled to length 1: strong strokes no longer drown the faint ones. */
function rootsOfLengthOne(values: Float64Array): void {
  let sum = 0
  for (const value of values) sum += value
  if (sum === 0) return
  for (let p = 0; p < values.length; p++) values[p] = Math.sqrt(values[p] / sum)
}
