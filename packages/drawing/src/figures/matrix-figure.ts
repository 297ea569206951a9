import type { Markish } from '@observablehq/plot'
import { type Canvas, draw, type Plot } from './draw.ts'
import { handle } from './handles.ts'

/** A table of numbers to be shown as shades. */
export interface ShadedMatrix {
  title: string
  rows: readonly string[]
  columns: readonly string[]
  rowTitle: string
  columnTitle: string
  /** How full the cell is, 0 … 1. */
  shade(row: number, column: number): number
  /** The number in the cell, or with `size` what is told of the dot. */
  text(row: number, column: number): string
  /** Where it is given, a dot takes the place of each cell, with this share of the largest area, 0 … 1. */
  size?(row: number, column: number): number
}

const largestCell = 56

/** A matrix of shaded cells, numbers in them while there is room, or of dots. Names that are too long are cut. Cells are handles, counted row by row. */
export function matrixFigure(matrix: ShadedMatrix, canvas: Canvas): Promise<string> {
  const { theme, width } = canvas
  const { rows, columns, rowTitle, columnTitle } = matrix
  const longest = Math.floor(width / 30)
  // Few columns leave room for longer names of the rows.
  const beside = width - columns.length * largestCell - 5.4 * longest
  const rowNames = rows.map((name) => cut(name, Math.max(longest, Math.floor(beside / 7.2) - 4)))
  const columnNames = columns.map((name) => cut(name, longest))
  const left = 18 + 7.2 * Math.max(...rowNames.map((name) => name.length), 1)
  const cellBeside = (room: number) => Math.min(largestCell, (width - left - 4 - room) / columns.length)
  const steep = columnNames.some((name) => name.length * 7.2 > cellBeside(0))
  // Names that stand at an angle reach as far beyond the last column as above it.
  const slant = steep ? 5.4 * Math.max(...columnNames.map((name) => name.length)) : 0
  const cell = cellBeside(slant)
  const height = Math.min(cell, Math.max(22, cell * (matrix.size ? 0.5 : 0.7)))
  const radius = Math.min(cell, height) / 2 - 1
  const top = (columnTitle === '' ? 10 : 28) + (steep ? slant : 14)
  const cells = rows.flatMap((_, row) =>
    columns.map((_, column) => ({
      row,
      column,
      ...fill(matrix.shade(row, column)),
      text: matrix.text(row, column),
      size: Math.sqrt(matrix.size?.(row, column) ?? 0) * radius,
      title: `${titled(rowTitle, rows[row])}, ${titled(columnTitle, columns[column])}: ${matrix.text(row, column) || '0'}`,
    })),
  )
  const right = Math.max(4, width - left - cell * columns.length)
  return draw(canvas, matrix.title, (plot) => ({
    height: top + height * rows.length + 4,
    marginTop: top,
    marginLeft: left,
    marginRight: right,
    marginBottom: 4,
    x: { type: 'band', padding: 0.06, domain: columns.map((_, i) => i), axis: null },
    y: { type: 'band', padding: 0.06, domain: rows.map((_, i) => i), axis: null },
    marks: [
      plot.axisX({
        anchor: 'top',
        tickSize: 0,
        tickFormat: (i: number) => columnNames[i],
        tickRotate: steep ? -45 : 0,
        textAnchor: steep ? 'start' : 'middle',
        label: null,
      }),
      plot.axisY({ tickSize: 0, tickFormat: (i: number) => rowNames[i], label: null }),
      plot.text([columnTitle], { frameAnchor: 'top-left', dy: 8 - top, fill: theme.muted, textAnchor: 'start' }),
      plot.text([rowTitle], {
        frameAnchor: 'top-left',
        dx: -left + 2,
        dy: -10,
        fill: theme.muted,
        textAnchor: 'start',
      }),
      ...(matrix.size ? dots(plot, cells, canvas) : shades(plot, cells, canvas, cell)),
    ],
    color: { type: 'identity' },
    opacity: { type: 'identity' },
    r: { type: 'identity' },
  }))
}

interface Cell {
  row: number
  column: number
  opacity: number
  full: boolean
  text: string
  title: string
  size: number
}

function shades(plot: Plot, cells: Cell[], { theme }: Canvas, width: number): Markish[] {
  const letters = Math.max(...cells.map(({ text }) => text.length))
  return [
    plot.cell(cells, { x: 'column', y: 'row', fill: theme.accent, fillOpacity: 0.06, rx: 2 }),
    plot.cell(cells, {
      x: 'column',
      y: 'row',
      fill: theme.accent,
      fillOpacity: 'opacity',
      rx: 2,
      title: 'title',
      ariaLabel: (_, place) => handle(place),
    }),
    width >= 6 * letters + 6
      ? plot.text(cells, {
          x: 'column',
          y: 'row',
          text: 'text',
          fill: ({ full }: Cell) => (full ? theme.paper : theme.ink),
          // What is under the pointer is the cell.
          pointerEvents: 'none',
          fontVariant: 'tabular-nums',
          fontSize: Math.min(12, Math.max(9, width * 0.33)),
        })
      : null,
  ]
}

/** A dot in each cell; pale ones have an edge, so that their size is seen, too. The cell around it takes the click. */
function dots(plot: Plot, cells: Cell[], { theme }: Canvas): Markish[] {
  const place = { x: 'column', y: 'row' }
  return [
    plot.dot(cells, {
      ...place,
      r: 'size',
      sort: null,
      fill: theme.accent,
      fillOpacity: 'opacity',
      stroke: theme.accent,
      strokeOpacity: 0.4,
      strokeWidth: 0.75,
    }),
    plot.cell(cells, {
      ...place,
      fill: theme.paper,
      fillOpacity: 0,
      title: 'title',
      ariaLabel: (_, number) => handle(number),
    }),
  ]
}

/** How strongly a cell is filled, and whether letters on it take the colour of the paper: fills on which neither could be read, light or dark, are skipped. */
function fill(shade: number): { opacity: number; full: boolean } {
  const share = Math.min(1, Math.max(0, shade))
  if (share < 0.65) return { opacity: 0.8 * share, full: false }
  return { opacity: 0.9 + (0.1 * (share - 0.65)) / 0.35, full: true }
}

function titled(title: string, name: string): string {
  return title === '' ? name : `${title} ${name}`
}

function cut(name: string, longest: number): string {
  return name.length > longest ? `${name.slice(0, longest - 1)}…` : name
}
