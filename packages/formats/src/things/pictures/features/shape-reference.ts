import { DIRECTIONS, SHAPE_GRID } from './shape.ts'

/** What the kernel `orientedGradients` gives, as a plain loop: the size of gradients by direction, summed over each cell. `grey` is a square; gradients are differences of the two neighbours, 0 at the border. */
export function orientedGradientsReference(grey: Float64Array, side: number, edges: Float64Array): Float64Array {
  const cells = new Float64Array(SHAPE_GRID * SHAPE_GRID * DIRECTIONS)
  const span = side / SHAPE_GRID
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++) {
      const p = row * side + column
      const across = column > 0 && column < side - 1 ? grey[p + 1] - grey[p - 1] : 0
      const down = row > 0 && row < side - 1 ? grey[p + side] - grey[p - side] : 0
      const cell = Math.floor(row / span) * SHAPE_GRID + Math.floor(column / span)
      cells[cell * DIRECTIONS + directionOf(across, down, edges)] += Math.sqrt(across * across + down * down)
    }
  return cells
}

/** Which of the directions: how many of their edges lie before it, told by the sign of a product instead of an angle. */
function directionOf(across: number, down: number, edges: Float64Array): number {
  const turned = down < 0 || (down === 0 && across < 0)
  const [x, y] = turned ? [-across, -down] : [across, down]
  let direction = 0
  while (direction < DIRECTIONS - 1 && edges[2 * direction] * y - edges[2 * direction + 1] * x >= 0) direction++
  return direction
}
