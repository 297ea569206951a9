/** Vectors per panel. */
const PANEL: i32 = 16

/**
 * Converts vectors on the nodes of a graph, in panels of 16 in single precision (src/graphs/vector-panels.ts), from and to rows in double precision: rows first … last − 1 of `rows` are those of the nodes from begin + first on.
 * With `back` it writes the panels, else the rows.
 */
export function turnPanels(
  panels: usize, nodes: i32, width: i32, begin: i32, rows: usize, back: bool, first: i32, last: i32,
): void {
  for (let i = first; i < last; i++) {
    let row = rows + (<usize>i * <usize>width << 3)
    for (let column = 0; column < width; column += PANEL) {
      const count = <usize>min(PANEL, width - column)
      let place = panels + (<usize>column * <usize>nodes + <usize>(begin + i) * count << 2)
      for (const end = row + (count << 3); row < end; row += 8, place += 4)
        if (back) store<f32>(place, <f32>load<f64>(row))
        else store<f64>(row, <f64>load<f32>(place))
    }
  }
}
