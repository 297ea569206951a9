import { dark } from '../state/dark.ts'

export interface ShadedTableProps {
  label: string
  /** Pixels that there are across; a wide table is wider all the same. */
  room: number
  rows: readonly string[]
  columns: readonly string[]
  /** 0 … 1 by row and column. */
  shade(row: number, column: number): number
  text(row: number, column: number): string
  rowTitle?: string
  columnTitle?: string
}

/** How strongly a cell is filled, and whether letters on it take the colour of the page: shades on which neither could be read are skipped. */
function ink(share: number, isDark: boolean): { opacity: number; full: boolean } {
  const { from, below, above } = isDark
    ? { from: 0.5, below: 0.4, above: 0.75 }
    : { from: 0.75, below: 0.68, above: 0.9 }
  if (share < from) return { opacity: (share / from) * below, full: false }
  return { opacity: above + ((share - from) / (1 - from)) * (1 - above), full: true }
}

const cut = (name: string, longest: number) => (name.length > longest ? `${name.slice(0, longest - 1)}…` : name)

/** A table of numbers whose cells are shaded by size. */
export function ShadedTable({
  label,
  room,
  rows,
  columns,
  shade,
  text,
  rowTitle = '',
  columnTitle = '',
}: ShadedTableProps) {
  const longest = 16
  const left = 18 + 7 * Math.min(longest, Math.max(2, ...rows.map((name) => name.length)))
  const widest = Math.min(longest, Math.max(...columns.map((name) => name.length)))
  const cell = Math.max(26, Math.min(64, Math.floor((room - left - 44) / columns.length)))
  const steep = widest * 7.4 > cell
  const top = (columnTitle ? 20 : 4) + (steep ? 12 + 5.4 * widest : 22)
  const height = Math.min(40, Math.max(26, cell * 0.7))
  const width = left + cell * columns.length + (steep ? 40 : 2)
  const size = { width, height: top + height * rows.length + 2 }
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size.width} ${size.height}`}
      width={size.width}
      height={size.height}
      fill="var(--ink)"
      font-size="12"
    >
      {columnTitle && (
        <text x={left} y={12} fill="var(--muted)">
          {columnTitle}
        </text>
      )}
      {rowTitle && (
        <text x={left - 10} y={top - 10} text-anchor="end" fill="var(--muted)">
          {rowTitle}
        </text>
      )}
      {columns.map((name, j) => {
        const x = left + cell * (j + 0.5)
        const turned = steep ? `translate(${x - 4} ${top - 8}) rotate(-45)` : `translate(${x} ${top - 9})`
        return (
          <text key={`${name}-${x}`} transform={turned} text-anchor={steep ? 'start' : 'middle'}>
            {cut(name, longest)}
          </text>
        )
      })}
      {rows.map((name, i) => (
        <g key={`${name}-${top + height * i}`} transform={`translate(0 ${top + height * i})`}>
          <text x={left - 10} y={height / 2} dy=".35em" text-anchor="end">
            {cut(name, longest)}
          </text>
          {columns.map((column, j) => {
            const { opacity, full } = ink(Math.min(1, Math.max(0, shade(i, j))), dark.value)
            return (
              <g key={column} transform={`translate(${left + cell * j} 0)`}>
                <rect x={1} y={1} width={cell - 2} height={height - 2} rx={3} fill="var(--line)" fill-opacity={0.45} />
                <rect
                  x={1}
                  y={1}
                  width={cell - 2}
                  height={height - 2}
                  rx={3}
                  fill="var(--accent)"
                  fill-opacity={opacity}
                />
                <text
                  x={cell / 2}
                  y={height / 2}
                  dy=".35em"
                  text-anchor="middle"
                  fill={full ? 'var(--paper)' : 'var(--ink)'}
                >
                  {text(i, j)}
                </text>
              </g>
            )
          })}
        </g>
      ))}
    </svg>
  )
}
