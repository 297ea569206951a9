/** A decoded picture, upright: red, green, blue and opacity (0 … 255) of each pixel, row by row. */
export interface Picture {
  width: number
  height: number
  data: Uint8Array | Uint8ClampedArray
}
