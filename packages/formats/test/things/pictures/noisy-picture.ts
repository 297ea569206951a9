import type { Random } from '@manyview/core/numerics'
import type { Picture } from '../../../src/things/pictures/resize-picture.ts'

/** A picture with shades, an edge, a flat part and noise. */
export function noisyPicture(width: number, height: number, random: Random): Picture {
  const data = new Uint8Array(4 * width * height)
  for (let row = 0, p = 0; row < height; row++)
    for (let column = 0; column < width; column++, p += 4) {
      const flat = row < height / 3 && column < width / 3
      const noise = flat ? 0 : 30 * random.uniform()
      const bright = !flat && row + column > width ? 120 : 0
      data[p] = (flat ? 90 : (200 * column) / width / 2) + noise + bright
      data[p + 1] = (flat ? 140 : (200 * row) / height / 2) + noise + bright
      data[p + 2] = (flat ? 220 : 40) + noise
      data[p + 3] = 255
    }
  return { width, height, data }
}
