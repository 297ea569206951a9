const GRID: i32 = 2
const PATTERNS: i32 = 59
/** cos 45°. */
const DIAGONAL: f64 = Math.SQRT1_2

/** How often each of 59 patterns occurs in each of 2 × 2 cells of a square image; `table` has the pattern of each of 256 codes. The border has no pattern. */
export function texturePatterns(grey: usize, side: i32, table: usize, cells: usize): void {
  memory.fill(cells, 0, <usize>(GRID * GRID * PATTERNS) << 3)
  const span = side / GRID
  const rowBytes = <usize>side << 3
  for (let row = 1; row < side - 1; row++)
    for (let column = 1; column < side - 1; column++) {
      const place = grey + <usize>row * rowBytes + (<usize>column << 3)
      const centre = load<f64>(place)
      const right = load<f64>(place, 8) - centre
      const left = load<f64>(place - 8) - centre
      const up = load<f64>(place - rowBytes) - centre
      const down = load<f64>(place + rowBytes) - centre
      const code =
        <i32>(right >= 0) |
        (<i32>(diagonal(right, up, load<f64>(place - rowBytes, 8) - centre) >= 0) << 1) |
        (<i32>(up >= 0) << 2) |
        (<i32>(diagonal(left, up, load<f64>(place - rowBytes - 8) - centre) >= 0) << 3) |
        (<i32>(left >= 0) << 4) |
        (<i32>(diagonal(left, down, load<f64>(place + rowBytes - 8) - centre) >= 0) << 5) |
        (<i32>(down >= 0) << 6) |
        (<i32>(diagonal(right, down, load<f64>(place + rowBytes, 8) - centre) >= 0) << 7)
      const pattern = <i32>load<u8>(table + <usize>code)
      const at = cells + (<usize>(((row / span) * GRID + column / span) * PATTERNS + pattern) << 3)
      store<f64>(at, load<f64>(at) + 1)
    }
}

/** The difference on the circle between two neighbours and the corner beside them; that of the centre is 0. */
function diagonal(across: f64, along: f64, corner: f64): f64 {
  return (1 - DIAGONAL) * (DIAGONAL * across) + DIAGONAL * ((1 - DIAGONAL) * along + DIAGONAL * corner)
}
