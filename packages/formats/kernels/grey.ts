/** Brightness of each pixel (red, green, blue; rounded to 0 … 255) and what `tones` (256 doubles) has for it. */
export function greyAndTone(pixels: usize, count: i32, tones: usize, grey: usize, tone: usize): void {
  for (let p = 0; p < count; p++) {
    const place = pixels + <usize>(3 * p)
    const value = (2126 * <i32>load<u8>(place) + 7152 * <i32>load<u8>(place, 1) + 722 * <i32>load<u8>(place, 2) + 5000) / 10000
    store<f64>(grey + (<usize>p << 3), <f64>value)
    store<f64>(tone + (<usize>p << 3), load<f64>(tones + (<usize>value << 3)))
  }
}

/** The means of blocks of 2 × 2 of a square image. */
export function halve(image: usize, side: i32, out: usize): void {
  const rowBytes = <usize>side << 3
  for (let row = 0; row < side; row += 2)
    for (let column = 0; column < side; column += 2) {
      const place = image + <usize>row * rowBytes + (<usize>column << 3)
      const sum = load<f64>(place) + load<f64>(place, 8) + load<f64>(place + rowBytes) + load<f64>(place + rowBytes, 8)
      store<f64>(out, sum / 4)
      out += 8
    }
}
