import type { DenseView } from '@manyview/core'
import type { Images } from './images.ts'

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
