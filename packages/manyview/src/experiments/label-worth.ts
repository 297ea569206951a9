import { counted, signed } from '@manyview/core/words'
import { type ComparisonPlan, type ComparisonRow, compareMethods, planGrid } from './comparison.ts'
import { comparisonCsv } from './comparison-csv.ts'
import type { ComparisonFacts } from './comparison-table.ts'
import type { RunAllOptions } from './run-all.ts'
import { plain, type Table } from './tables/table.ts'

/** The rows of a comparison once more, with settings that the true labels chose; rows of methods without a grid stay as they are. */
export async function compareByLabels(
  plan: ComparisonPlan,
  blind: readonly ComparisonRow[],
  options: RunAllOptions,
): Promise<ComparisonRow[]> {
  const seeing: ComparisonPlan = { ...plan, tuning: 'labels' }
  const contestants = plan.contestants.filter((contestant) => planGrid(seeing, contestant, 'stored').length > 0)
  const tuned = await compareMethods({ ...seeing, contestants }, options)
  return blind.map((row) => tuned.find(({ name, order }) => name === row.name && order === row.order) ?? row)
}

/**
 * What choosing by the true labels adds to a comparison that did without: settings by labels, then also the best of the repetitions. `blind` and `seeing` are the same rows, without and with
 * labels.
 */
export function labelWorthTable(
  blind: readonly ComparisonRow[],
  seeing: readonly ComparisonRow[],
  { data, repetitions }: ComparisonFacts,
): Table {
  const metrics = [
    ['acc', 'ACC'],
    ['nmi', 'NMI'],
  ] as const
  return {
    caption: `${data}: scores in percent without labels, with settings chosen by the true labels, and with the best run, too`,
    columns: [
      { title: 'method', left: true },
      { title: 'samples', left: true },
      ...metrics.flatMap(([, title]) => [{ title }, { title: 'settings' }, { title: 'run' }, { title: 'gain' }]),
    ],
    rows: blind.map((row, r) => [
      plain(row.name),
      plain(row.order),
      ...metrics.flatMap(([metric]) => {
        const values = [row.scores?.[metric].mean, seeing[r].scores?.[metric].mean, seeing[r].bestRun?.[metric]]
        const [without, , most] = values
        const gained = without === undefined || most === undefined ? '–' : signed(100 * (most - without), 1)
        return [...values.map((value) => plain(value === undefined ? '–' : (100 * value).toFixed(1))), plain(gained)]
      }),
    ]),
    notes: [
      `ORACLE: settings and run need the true labels; nobody without labels can reach these figures on purpose, and published tables often contain one or both. Settings: the best of the method's grid by accuracy, chosen apart for each order, mean of ${counted(repetitions, 'repetition')}. Run: of these repetitions the one with the highest accuracy. Gain: the run against the first figure.`,
      'Methods without a grid gain by the best run only. On shuffled samples settings are chosen on another permutation than those that are scored, so that a gain can be negative.',
    ],
  }
}

/** The lines of both, as `comparisonCsv` writes them. */
export function labelWorthCsv(
  blind: readonly ComparisonRow[],
  seeing: readonly ComparisonRow[],
  { data, tuning }: Pick<ComparisonFacts, 'data' | 'tuning'>,
): string {
  const [, ...oracle] = comparisonCsv(seeing, data, 'labels').split(/(?<=\n)/)
  return comparisonCsv(blind, data, tuning) + oracle.join('')
}
