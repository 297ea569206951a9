import { type Group, type Line, scoreOf } from './groups.ts'
import { ofFile } from './measures.ts'
import { keyOf, type Row } from './rows.ts'

/** The table of a run: group, measure, mean, floor, goal. */
export function meansTable(groups: readonly Group[], rows: readonly Row[]): string {
  const lines = groups.flatMap(({ name, lines }) =>
    lines.map((line) => {
      const value = line.value(rows)
      return [name, line.measure, shown(value, line) + (misses(value, line) ? ' !' : ''), ...limits(line)]
    }),
  )
  return `${table(['group', 'measure', 'mean', 'floor', 'goal'], lines)}\n! misses the floor`
}

/** The table of two runs, over the fits that both have. */
export function comparedTable(groups: readonly Group[], rows: readonly Row[], earlier: readonly Row[]): string {
  const [now, before] = [common(rows, earlier), common(earlier, rows)]
  const lines = groups.flatMap(({ name, lines }) =>
    lines.map((line) => {
      const [a, b] = [line.value(before), line.value(now)]
      return [name, line.measure, shown(a, line), shown(b, line), signed(b - a, line.digits), ...limits(line)]
    }),
  )
  return table(['group', 'measure', 'earlier', 'now', 'change', 'floor', 'goal'], lines)
}

/** What each file lost or won since an earlier run, the largest loss first; NMI and ARI × 100. */
export function changesTable(groups: readonly Group[], rows: readonly Row[], earlier: readonly Row[]): string {
  const [now, before] = [common(rows, earlier), common(earlier, rows)]
  const changes = [...new Set(now.map(({ file }) => file))]
    .map((file) => {
      const score = scoreOf(file, groups)
      const [a, b] = [before, now].map((record) => 100 * ofFile(record, file, score))
      return { file, score, a, b, seconds: [before, now].map((record) => ofFile(record, file, 'seconds').toFixed(2)) }
    })
    .sort((x, y) => x.b - x.a - (y.b - y.a))
  const largeChanges = changes.filter(({ a, b }) => Math.abs(b - a) >= 0.05)
  const lines = largeChanges.map(({ file, score, a, b, seconds }) => [
    file,
    score.toUpperCase(),
    a.toFixed(1),
    b.toFixed(1),
    signed(b - a),
    ...seconds,
  ])
  const same = `${changes.length - largeChanges.length} of ${changes.length} files stay within 0.05`
  return `${table(['file', 'score', 'earlier', 'now', 'change', 'seconds earlier', 'seconds now'], lines)}\n${same}`
}

/** The rows whose fit the other run has, too. */
function common(rows: readonly Row[], other: readonly Row[]): Row[] {
  const keys = new Set(other.map(keyOf))
  return rows.filter((row) => keys.has(keyOf(row)))
}

function limits(line: Line): string[] {
  return [line.floor, line.goal].map((limit) => (limit === undefined ? '' : String(limit)))
}

function shown(value: number, { digits = 1 }: Line): string {
  return Number.isFinite(value) ? value.toFixed(digits) : '–'
}

function signed(value: number, digits = 1): string {
  return Number.isFinite(value) ? (value >= 0 ? '+' : '') + value.toFixed(digits) : '–'
}

function misses(value: number, { floor, less = false }: Line): boolean {
  return floor !== undefined && (less ? value > floor : value < floor)
}

/** A table in Markdown whose columns are in line. */
function table(titles: readonly string[], lines: readonly string[][]): string {
  const widths = titles.map((title, c) => Math.max(title.length, ...lines.map((cells) => cells[c].length)))
  const text = (cells: readonly string[]) => `| ${cells.map((cell, c) => cell.padEnd(widths[c])).join(' | ')} |`
  return [text(titles), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...lines.map(text)].join('\n')
}
