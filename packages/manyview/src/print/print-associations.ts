import type { Association, Associations } from '@manyview/core/metadata'
import { counted, fixed, grouped, pValue } from '@manyview/core/words'
import { effectNames } from '@manyview/formats'
import { printable } from '../screen/printable.ts'
import type { Screen } from '../screen/screen.ts'
import { wrap } from '../screen/wrap.ts'

/** Columns that are listed one by one. */
const mostLines = 15
const widest = 28

/** Prints how the clusters go with metadata: one line per column, the least p first. */
export function printAssociations({ associations, leftOut }: Associations, screen: Screen): void {
  const { bold, dim } = screen.colours
  screen.line()
  screen.line(`  ${bold('metadata')} and the clusters (it was not used to make them)`)
  const topAssociations = associations.slice(0, mostLines)
  if (topAssociations.length > 0) {
    const rows = topAssociations.map(({ column, test, p, q, effect }) => [
      clipped(printable(column)),
      test,
      pValue(p),
      pValue(q),
      fixed(effect, 2),
    ])
    const head = ['column', 'test', 'p', 'q', 'effect']
    const widths = head.map((name, c) => Math.max(name.length, ...rows.map((row) => row[c].length)))
    const line = (cells: readonly string[]) =>
      cells.map((cell, c) => (c < 2 ? cell.padEnd(widths[c]) : cell.padStart(widths[c]))).join('  ')
    screen.line(dim(`  ${line(head)}`))
    for (const row of rows) screen.line(`  ${line(row)}`)
    if (associations.length > mostLines) screen.line(dim(`  … and ${grouped(associations.length - mostLines)} more`))
    const note = (text: string) => screen.line(`  ${dim(wrap(text, screen.width - 2, 2))}`)
    note(`q: p adjusted for ${counted(associations.length, 'test')}; effect from 0 to 1: ${effectsOf(topAssociations)}`)
    for (const association of topAssociations) if (association.kind === 'survival') note(medians(association))
    const few = topAssociations.filter(({ smallCounts }) => smallCounts > 0)
    if (few.length > 0)
      note(`counts under 5, so take p with care: ${few.map(({ column }) => printable(column)).join(', ')}`)
  }
  const reasons = leftOut.slice(0, mostLines).map(({ column, reason }) => `${printable(column)} (${reason})`)
  if (leftOut.length > mostLines) reasons.push('…')
  if (reasons.length > 0) screen.line(`  ${dim(wrap(`not tested: ${reasons.join(', ')}`, screen.width - 2, 2))}`)
}

/** What the effects that are shown are. */
function effectsOf(shown: readonly Association[]): string {
  return [...new Set(shown.map(({ kind }) => effectNames[kind]))].join(', ')
}

function medians({ column, curves }: Association & { kind: 'survival' }): string {
  const filled = curves.flatMap(({ samples, median }, cluster) =>
    samples > 0 ? [`${cluster}: ${median === null ? 'not reached' : grouped(Number(median.toPrecision(4)))}`] : [],
  )
  const firstNames = filled.slice(0, mostLines).join(', ') + (filled.length > mostLines ? ', …' : '')
  return `median of ${printable(column)} by cluster: ${firstNames}`
}

function clipped(text: string): string {
  return text.length > widest ? `${text.slice(0, widest - 1)}…` : text
}
