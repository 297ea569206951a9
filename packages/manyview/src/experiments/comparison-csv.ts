import type { Scores } from '@manyview/core'
import { csvText } from '@manyview/formats'
import type { ComparisonRow, Tuning } from './comparison.ts'
import { settingsText } from './comparison-table.ts'
import type { Spread } from './spread.ts'

const metrics: readonly (keyof Scores)[] = ['acc', 'nmi', 'purity', 'ari', 'fscore']

/** One line a row of the comparison, all digits; scores as fractions, memory in bytes. The column `tuning` says `oracle (true labels)` where labels chose the settings. */
export function comparisonCsv(rows: readonly ComparisonRow[], data: string, tuning: Tuning): string {
  const head = ['data', 'method', 'order', 'tuning', 'settings', 'repetitions']
  const measureColumns = [...metrics, 'agreement_ari', 'agreement_nmi', 'seconds'].flatMap((name) => [
    name,
    `${name}_sd`,
  ])
  const lines = rows.map((row) => {
    const spreads = [
      ...metrics.map((metric) => row.scores?.[metric] ?? null),
      row.agreement?.ari ?? null,
      row.agreement?.nmi ?? null,
      row.seconds,
    ]
    return [
      data,
      row.name,
      row.order,
      tuning === 'labels' ? 'oracle (true labels)' : tuning,
      settingsText(row.settings),
      row.repetitions,
      ...spreads.flatMap((value: Spread | null) => [value?.mean ?? '', value?.deviation ?? '']),
      row.bestRun?.acc ?? '',
      row.bestRun?.nmi ?? '',
      row.collapsed.repetitions,
      row.collapsed.fewest,
      row.peakMemory ?? '',
      row.problem ?? '',
    ]
  })
  const tail = ['acc_best_run', 'nmi_best_run', 'collapsed', 'fewest_clusters', 'peak_memory_bytes', 'problem']
  return csvText([[...head, ...measureColumns, ...tail], ...lines])
}
