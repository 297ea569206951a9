/** Square grey images: pixel (row, column) of sample i is `pixels[(i * size + row) * size + column]`, 0 … 255. */
export interface Images {
  readonly samples: number
  readonly size: number
  readonly pixels: Uint8Array
}
