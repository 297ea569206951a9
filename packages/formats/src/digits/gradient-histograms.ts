import { cosine, type DenseView, sine } from 'manyview'
import type { Images } from './images.ts'

/**
 * Histograms of stroke directions: `cells` × `cells` squares of pixels, `directions` bins each (defaults 4 and 8: 128 features).
 * A gradient (central differences) adds to each bin its length along that direction, where positive. Every sample has length 1. O(pixels · directions).
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
        for (let b = 0; b < directions; b++) {
          const along = dx * across[b] + dy * down[b]
          if (along > 0) histogram[cell * directions + b] += along
        }
      }
    scaleToLengthOne(histogram)
  }
  return { data, samples, features }
}

function scaleToLengthOne(values: Float64Array): void {
  let squares = 0
  for (const value of values) squares += value * value
  if (squares === 0) return
  const length = Math.sqrt(squares)
  for (let p = 0; p < values.length; p++) values[p] /= length
}
