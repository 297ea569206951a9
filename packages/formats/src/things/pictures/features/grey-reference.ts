/** What the kernel `greyAndTone` gives, as a plain loop: the brightness (Rec. 709) of each pixel of red, green, blue, and what `tones` has for it. */
export function greyAndToneReference(
  pixels: Uint8Array,
  tones: Float64Array,
): { grey: Float64Array; tone: Float64Array } {
  const grey = Float64Array.from({ length: pixels.length / 3 }, (_, p) =>
    Math.floor((2126 * pixels[3 * p] + 7152 * pixels[3 * p + 1] + 722 * pixels[3 * p + 2] + 5000) / 10000),
  )
  return { grey, tone: grey.map((value) => tones[value]) }
}

/** What the kernel `halve` gives: means of blocks of 2 × 2 of a square image. */
export function halveReference(image: Float64Array, side: number): Float64Array {
  const half = side / 2
  return Float64Array.from({ length: half * half }, (_, p) => {
    const q = 2 * Math.floor(p / half) * side + 2 * (p % half)
    return (image[q] + image[q + 1] + image[q + side] + image[q + side + 1]) / 4
  })
}
