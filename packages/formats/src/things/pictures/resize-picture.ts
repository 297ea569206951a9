/** What a resized row or column is made of: for each place, the first one that it takes and the weight of that and the following ones. */
interface Mixture {
  first: number
  weights: number[]
}

/**
 * The picture at another size as red, green, blue (0 … 255, rounded), transparent parts on white. Smaller sides are means over the area that a pixel covers, larger ones are interpolated linearly.
 * O(pixels).
 */
export function resizePicture({ width, height, data }: Picture, toWidth: number, toHeight: number): Uint8Array {
  const across = mixtures(width, toWidth)
  const down = mixtures(height, toHeight)
  const narrow = new Float64Array(3 * toWidth * height)
  for (let row = 0, p = 0; row < height; row++)
    for (const { first, weights } of across) {
      let [red, green, blue] = [0, 0, 0]
      for (let k = 0, q = 4 * (row * width + first); k < weights.length; k++, q += 4) {
        const shown = (weights[k] * data[q + 3]) / 255
        const white = weights[k] * 255 - shown * 255
        red += shown * data[q] + white
        green += shown * data[q + 1] + white
        blue += shown * data[q + 2] + white
      }
      narrow[p++] = red
      narrow[p++] = green
      narrow[p++] = blue
    }
  const resized = new Uint8Array(3 * toWidth * toHeight)
  down.forEach(({ first, weights }, row) => {
    for (let c = 0; c < 3 * toWidth; c++) {
      let sum = 0
      for (let k = 0; k < weights.length; k++) sum += weights[k] * narrow[3 * toWidth * (first + k) + c]
      resized[3 * toWidth * row + c] = Math.min(255, Math.floor(sum + 0.5))
    }
  })
  return resized
}

function mixtures(from: number, to: number): Mixture[] {
  return Array.from({ length: to }, (_, place) => (to < from ? overlap(place, from, to) : between(place, from, to)))
}

/** The places that [place, place + 1) covers when `from` places shrink to `to`. */
function overlap(place: number, from: number, to: number): Mixture {
  // In units of 1/to of a place, so that all ends are whole numbers.
  const [start, end] = [place * from, (place + 1) * from]
  const first = Math.floor(start / to)
  const weights: number[] = []
  for (let p = first; p * to < end; p++) weights.push((Math.min(end, (p + 1) * to) - Math.max(start, p * to)) / from)
  return { first, weights }
}

/** The two places around the centre of `place` when `from` places grow to `to`. */
function between(place: number, from: number, to: number): Mixture {
  const centre = Math.min(from - 1, Math.max(0, ((2 * place + 1) * from) / (2 * to) - 0.5))
  const first = Math.floor(centre)
  const share = centre - first
  return share === 0 ? { first, weights: [1] } : { first, weights: [1 - share, share] }
}

/** A decoded picture, upright: red, green, blue and opacity (0 … 255) of each pixel, row by row. */
export interface Picture {
  width: number
  height: number
  data: Uint8Array | Uint8ClampedArray
}
