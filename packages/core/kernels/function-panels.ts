// Functions on the nodes of a graph, in panels of 16 in single precision (src/graph/function-panels.ts), and row by row in double precision.

const PANEL: i32 = 16

/** Rows first … last − 1 of `rows` from functions (nodes × width) in panels: row i of them is that of node begin + i. */
export function rowsOfPanels(panels: usize, nodes: i32, width: i32, begin: i32, rows: usize, first: i32, last: i32): void {
  for (let i = first; i < last; i++) {
    let to = rows + (<usize>i * <usize>width << 3)
    for (let column = 0; column < width; column += PANEL) {
      let from = placeOf(panels, nodes, width, column, begin + i)
      for (const end = to + (<usize>min(PANEL, width - column) << 3); to < end; to += 32, from += 16) {
        store<f64>(to, <f64>load<f32>(from))
        store<f64>(to, <f64>load<f32>(from, 4), 8)
        store<f64>(to, <f64>load<f32>(from, 8), 16)
        store<f64>(to, <f64>load<f32>(from, 12), 24)
      }
    }
  }
}

/** The way back: rows first … last − 1 go to the nodes from begin + first on. */
export function panelsOfRows(rows: usize, nodes: i32, width: i32, begin: i32, panels: usize, first: i32, last: i32): void {
  for (let i = first; i < last; i++) {
    let from = rows + (<usize>i * <usize>width << 3)
    for (let column = 0; column < width; column += PANEL) {
      let to = placeOf(panels, nodes, width, column, begin + i)
      for (const end = from + (<usize>min(PANEL, width - column) << 3); from < end; from += 32, to += 16) {
        store<f32>(to, <f32>load<f64>(from))
        store<f32>(to, <f32>load<f64>(from, 8), 4)
        store<f32>(to, <f32>load<f64>(from, 16), 8)
        store<f32>(to, <f32>load<f64>(from, 24), 12)
      }
    }
  }
}

// @inline
function placeOf(panels: usize, nodes: i32, width: i32, column: i32, node: i32): usize {
  return panels + (<usize>column * <usize>nodes + <usize>node * <usize>min(PANEL, width - column) << 2)
}
