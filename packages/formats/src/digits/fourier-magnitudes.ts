import type { DenseView } from '@manyview/core'
import { cosine, sine } from '@manyview/core/numerics'
import type { Images } from './images.ts'

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
