import { type Audit, type AuditedOrder, type NamedAudit, orderName } from './audit.ts'
import { readsOrder } from './comparison.ts'
import { significant } from './comparison-table.ts'
import { shortProblem } from './run-problem.ts'
import { type Spread, spread } from './spread.ts'
import { type Cell, plain, type Table } from './tables/table.ts'

/** The audit as a table: one row per order. */
export function auditTable({ orders, verdict }: Audit, caption: string): Table {
  const labelled = orders.some(({ accuracy }) => accuracy)
  // The verdict tells of the first problem.
  const problems = orders.filter(({ problem }) => problem && !verdict.includes(problem))
  return {
    caption,
    columns: [
      { title: 'samples', left: true },
      ...(labelled
        ? [{ title: 'fits' }, { title: 'ACC' }, { title: 'lowest' }, { title: 'highest' }, { title: 'NMI' }]
        : [{ title: 'fits' }, { title: 'with stored' }]),
      { title: 'agreement ARI' },
      { title: 'seconds' },
    ],
    rows: orders.map((order) => [
      plain(orderName(order)),
      plain(String(order.fits)),
      ...(labelled
        ? [
            percent(order.accuracy, order.problem),
            plain(order.accuracy ? (100 * Math.min(...order.accuracies)).toFixed(1) : '–'),
            plain(order.accuracy ? (100 * Math.max(...order.accuracies)).toFixed(1) : '–'),
            percent(order.nmi),
          ]
        : [percent(withStored(order), order.problem)]),
      percent(order.agreement?.ari ?? null),
      plain(order.seconds > 0 ? significant(order.seconds) : '–'),
    ]),
    notes: [
      verdict,
      labelled
        ? 'Agreement: between the partitions of two fits in that kind of order, in percent. Within classes: every place keeps its class.'
        : 'Adjusted Rand index in percent. With stored: of a fit in that order and one as stored; agreement: of two fits in that kind of order.',
      ...(problems.length > 0
        ? [`Missing: ${problems.map((each) => `${orderName(each)}: ${each.problem}`).join('; ')}.`]
        : []),
    ],
  }
}

/** Audits of several methods as a table: one row per method, one column per order, then their verdicts. */
export function auditsTable(audits: readonly NamedAudit[], caption: string, leftOut?: string): Table {
  const labelled = audits.some(({ orders }) => orders.some(({ accuracy }) => accuracy))
  const kinds = audits[0].orders
  const short = { stored: 'stored', sorted: 'sorted', within: 'in classes', shuffled: 'shuffled' }
  return {
    caption: `${caption}; ${labelled ? 'accuracy' : 'agreement with the result as stored (ARI)'} in percent, mean (standard deviation)`,
    columns: [
      { title: 'method', left: true },
      ...kinds.map((each) => ({ title: each.order === 'blocks' ? orderName(each) : short[each.order] })),
      { title: 'seconds' },
    ],
    rows: audits.map(({ name, method, settings, orders }) => [
      plain(name + (readsOrder(method, settings) ? ' ▲' : '')),
      ...orders.map((order) => percent(labelled ? order.accuracy : withStored(order), order.problem)),
      plain(orders.some(({ fits }) => fits > 0) ? significant(Math.max(...orders.map(({ seconds }) => seconds))) : '–'),
    ]),
    notes: [
      `▲ reads the order of the file.${labelled ? ' In classes: shuffled within classes, so that every place keeps its class.' : ''} Seconds: of a fit.`,
      ...(leftOut ? [leftOut] : []),
      ...audits.map(({ name, verdict }) => `${name}: ${verdict}`),
    ],
  }
}

function withStored({ withStored: values }: AuditedOrder): Spread | null {
  return values.length > 0 ? spread(values) : null
}

function percent(each: Spread | null, problem: string | null = null): Cell {
  if (each === null) return plain(problem ? shortProblem(problem) : '–')
  return plain(
    `${(100 * each.mean).toFixed(1)}${each.deviation === null ? '' : ` (${(100 * each.deviation).toFixed(1)})`}`,
  )
}
