import type { DenseView } from '@manyview/core'
import { cosine, sine } from '@manyview/core/numerics'

/**
 * Magnitudes of the low spatial frequencies of each image: they do not change when the image is moved around (cyclically).
 * Frequencies 0 … `highest` down and −`highest` … `highest` across, mirrored pairs once (default 6: 85 features). O(samples · size² · highest).
 */
export function fourierMagnitudes({ samples, size, pixels }: Images, highest = 6): DenseView {
  const frequencies: [down: number, across: number][] = []
  for (let down = 0; down <= highest; down++)
    for (let across = down === 0 ? 0 : -highest; across <= highest; across++) frequencies.push([down, across])
  const features = frequencies.length
  const data = new Float64Array(samples * features)
  const cosines = Float64Array.from({ length: size }, (_, t) => cosine((2 * Math.PI * t) / size))
  const sines = Float64Array.from({ length: size }, (_, t) => sine((2 * Math.PI * t) / size))
  const turn = (steps: number) => ((steps % size) + size) % size
  const real = new Float64Array((highest + 1) * size)
  const imaginary = new Float64Array((highest + 1) * size)

  for (let i = 0; i < samples; i++) {
    // Down the columns first, then across what is left: entry (frequency down, column).
    real.fill(0)
    imaginary.fill(0)
    for (let down = 0; down <= highest; down++)
      for (let row = 0; row < size; row++) {
        const t = turn(down * row)
        for (let column = 0; column < size; column++) {
          const ink = pixels[(i * size + row) * size + column] / 255
          real[down * size + column] += ink * cosines[t]
          imaginary[down * size + column] -= ink * sines[t]
        }
      }
    frequencies.forEach(([down, across], feature) => {
      let a = 0
      let b = 0
      for (let column = 0; column < size; column++) {
        const t = turn(across * column)
        const re = real[down * size + column]
        const im = imaginary[down * size + column]
        a += re * cosines[t] + im * sines[t]
        b += im * cosines[t] - re * sines[t]
      }
      data[i * features + feature] = Math.sqrt(a * a + b * b)
    })
  }
  return { data, samples, features }
}

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

/** Mean ink of every `block` × `block` square of pixels, in [0, 1]; default 2, so that 28 × 28 pixels give 196 features. O(pixels). */
export function pooledPixels({ samples, size, pixels }: Images, block = 2): DenseView {
  const side = Math.floor(size / block)
  const features = side * side
  const data = new Float64Array(samples * features)
  for (let i = 0; i < samples; i++)
    for (let row = 0; row < side * block; row++)
      for (let column = 0; column < side * block; column++) {
        const square = Math.floor(row / block) * side + Math.floor(column / block)
        data[i * features + square] += pixels[(i * size + row) * size + column]
      }
  for (let p = 0; p < data.length; p++) data[p] /= 255 * block * block
  return { data, samples, features }
}

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

/** Square grey images: pixel (row, column) of sample i is `pixels[(i * size + row) * size + column]`, 0 … 255. */
export interface Images {
  readonly samples: number
  readonly size: number
  readonly pixels: Uint8Array
}
