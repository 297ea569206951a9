const GRID: i32 = 8
const DIRECTIONS: i32 = 9

/** The size of gradients by direction (9 in 180°), summed over each of 8 × 8 cells of a square image. `edges` has cosine and sine of the 8 angles between directions. */
export function orientedGradients(grey: usize, side: i32, edges: usize, cells: usize): void {
  memory.fill(cells, 0, <usize>(GRID * GRID * DIRECTIONS) << 3)
  const span = side / GRID
  const rowBytes = <usize>side << 3
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      const place = grey + <usize>row * rowBytes + (<usize>column << 3)
      const across = column > 0 && column < side - 1 ? load<f64>(place, 8) - load<f64>(place - 8) : 0.0
      const down = row > 0 && row < side - 1 ? load<f64>(place + rowBytes) - load<f64>(place - rowBytes) : 0.0
      const size = sqrt(across * across + down * down)
      const direction = directionOf(across, down, edges)
      const at = cells + (<usize>(((row / span) * GRID + column / span) * DIRECTIONS + direction) << 3)
      store<f64>(at, load<f64>(at) + size)
    }
}

/** How many edges of directions lie before it, told by the sign of a product instead of an angle. */
function directionOf(across: f64, down: f64, edges: usize): i32 {
  const turned = down < 0 || (down === 0 && across < 0)
  const x = turned ? -across : across
  const y = turned ? -down : down
  let direction = 0
  while (direction < DIRECTIONS - 1) {
    const edge = edges + (<usize>direction << 4)
    if (load<f64>(edge) * y - load<f64>(edge, 8) * x < 0) break
    direction++
  }
  return direction
}
