import type { Audit } from './audit.ts'
import { significant } from './comparison-table.ts'
import { shortProblem } from './run-problem.ts'
import type { Spread } from './spread.ts'
import { plain, type Table } from './tables/table.ts'

/** The audit as a table: one row per order. */
export function auditTable({ orders, verdict }: Audit, caption: string): Table {
  const labelled = orders.some(({ accuracy }) => accuracy)
  const value = (each: Spread | null, problem: string | null = null) =>
    each === null
      ? problem
        ? shortProblem(problem)
        : '–'
      : `${(100 * each.mean).toFixed(1)}${each.deviation === null ? '' : ` (${(100 * each.deviation).toFixed(1)})`}`
  // The verdict tells of the first problem.
  const problems = orders.filter(({ problem }) => problem && !verdict.includes(problem))
  const words = { stored: 'as stored', sorted: 'sorted by class', shuffled: 'shuffled' }
  return {
    caption,
    columns: [
      { title: 'samples', left: true },
      ...(labelled
        ? [{ title: 'fits' }, { title: 'ACC' }, { title: 'lowest' }, { title: 'highest' }, { title: 'NMI' }]
        : []),
      { title: 'agreement ARI' },
      { title: 'seconds' },
    ],
    rows: orders.map((order) => [
      plain(words[order.order]),
      ...(labelled
        ? [
            plain(String(order.accuracies.length)),
            plain(value(order.accuracy, order.problem)),
            plain(order.accuracy ? (100 * Math.min(...order.accuracies)).toFixed(1) : '–'),
            plain(order.accuracy ? (100 * Math.max(...order.accuracies)).toFixed(1) : '–'),
            plain(value(order.nmi)),
          ]
        : []),
      plain(value(order.agreement?.ari ?? null, labelled ? null : order.problem)),
      plain(order.seconds > 0 ? significant(order.seconds) : '–'),
    ]),
    notes: [
      verdict,
      'Agreement: between the partitions of two fits in that kind of order, in percent.',
      ...(problems.length > 0
        ? [`Missing: ${problems.map(({ order, problem }) => `${words[order]}: ${problem}`).join('; ')}.`]
        : []),
    ],
  }
}
