const GRID: i32 = 4
const LIGHTNESS_NODES: i32 = 8
const TINT_NODES: i32 = 7
const BINS: i32 = 22

/** Soft histograms of lightness, green–red and blue–yellow (22 bins) of each of 4 × 4 cells of a square of red, green, blue. `linear` has 256 doubles, `root` rootLength. */
export function colourHistograms(pixels: usize, side: i32, linear: usize, root: usize, rootLength: i32, cells: usize): void {
  memory.fill(cells, 0, <usize>(GRID * GRID * BINS) << 3)
  const span = side / GRID
  let place = pixels
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++, place += 3) {
      const cell = cells + (<usize>(((row / span) * GRID + column / span) * BINS) << 3)
      const r = load<f64>(linear + (<usize>load<u8>(place) << 3))
      const g = load<f64>(linear + (<usize>load<u8>(place, 1) << 3))
      const b = load<f64>(linear + (<usize>load<u8>(place, 2) << 3))
      const x = rootAt(root, rootLength, (0.412453 * r + 0.35758 * g + 0.180423 * b) / 0.95047)
      const y = rootAt(root, rootLength, 0.212671 * r + 0.71516 * g + 0.072169 * b)
      const z = rootAt(root, rootLength, (0.019334 * r + 0.119193 * g + 0.950227 * b) / 1.08883)
      drop(cell, LIGHTNESS_NODES, ((116 * y - 16) * <f64>(LIGHTNESS_NODES - 1)) / 100)
      drop(cell + (<usize>LIGHTNESS_NODES << 3), TINT_NODES, (500 * (x - y) + 60) / 20)
      drop(cell + (<usize>(LIGHTNESS_NODES + TINT_NODES) << 3), TINT_NODES, (200 * (y - z) + 60) / 20)
    }
}

function rootAt(root: usize, length: i32, t: f64): f64 {
  const place = min(t, 1.0) * <f64>(length - 1)
  const below = min(<i32>place, length - 2)
  const at = root + (<usize>below << 3)
  return load<f64>(at) + (place - <f64>below) * (load<f64>(at, 8) - load<f64>(at))
}

/** One pixel is shared by the two nodes around it. */
function drop(histogram: usize, nodes: i32, place: f64): void {
  const inside = min(max(place, 0.0), <f64>(nodes - 1))
  const below = min(<i32>inside, nodes - 2)
  const at = histogram + (<usize>below << 3)
  store<f64>(at, load<f64>(at) + (1 - (inside - <f64>below)))
  store<f64>(at, load<f64>(at, 8) + (inside - <f64>below), 8)
}
