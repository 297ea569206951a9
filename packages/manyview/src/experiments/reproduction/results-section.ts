import { findMethod } from '@manyview/rivals'
import { type ComparisonRow, type Contestant, compareMethods } from '../comparison.ts'
import { comparisonCsv } from '../comparison-csv.ts'
import { settingsText } from '../comparison-table.ts'
import type { RunAllOptions } from '../run-all.ts'
import { shortProblem } from '../run-problem.ts'
import type { Spread } from '../spread.ts'
import { type Cell, plain, type Table } from '../tables/table.ts'
import { gridWords, oraclePlan, type ReadyDataset, type ReproduceScale } from './experiment-plan.ts'
import type { PublishedDataset } from './published-results.ts'
import type { Section } from './section.ts'

export const rivals = ['awmvc', 'fdagf', 'fsmsc', 'udbgl', 't-svd-msc', 'etlmsc', 'tbgl', 'ltbpl'] as const
export const paperMethods = [...rivals, 'dstl'] as const
const metrics = ['acc', 'nmi', 'purity', 'ari', 'fscore'] as const
const titles = ['ACC', 'NMI', 'purity', 'ARI', 'F-score']

/** All nine methods on one data set, in both orders. */
export async function resultRows(
  set: ReadyDataset,
  scale: ReproduceScale,
  options: RunAllOptions,
): Promise<ComparisonRow[]> {
  const plan = oraclePlan(set, scale)
  const others = rivals.map((name): Contestant => ({ name, method: name, fixed: {} }))
  const dstl = await compareMethods(plan, options)
  const rivalRows = await compareMethods(
    { ...plan, contestants: others, tuning: scale.tuneRivals ? 'labels' : 'none', grids: undefined },
    options,
  )
  return [...rivalRows, ...dstl]
}

/** The paper's table of clustering results, ours in both orders beside each figure. */
export function resultsSection(
  all: readonly { published: PublishedDataset; rows: readonly ComparisonRow[] }[],
  scale: ReproduceScale,
): Section {
  return {
    title: 'Clustering results',
    text: `The paper's figures, ours on the samples as stored, and ours on shuffled samples, in percent. DSTL's λ₁ and λ₂ are ORACLE settings, chosen with the true labels from ${gridWords(scale.quick)}, as in the paper, apart for each order. The rivals ${scale.tuneRivals ? 'are tuned with the true labels, too (ORACLE)' : 'run at their published defaults (the values in the published programs), while the paper tuned them with the labels: expect them below the paper'}.`,
    tables: all.map(({ published, rows }) => ({
      file: `results-${published.name}`,
      table: resultsTable(published, rows, scale),
    })),
    figures: [],
    csv: Object.fromEntries(
      all.map(({ published, rows }) => {
        const tuned = (row: ComparisonRow) => (row.method === 'dstl' || scale.tuneRivals ? 'labels' : 'none')
        const [head] = comparisonCsv([], published.name, 'none').split('\n')
        const lines = rows.map((row) => comparisonCsv([row], published.name, tuned(row)).split('\n')[1])
        return [`results-${published.name}.csv`, `${[head, ...lines].join('\n')}\n`]
      }),
    ),
  }
}

function resultsTable(published: PublishedDataset, rows: readonly ComparisonRow[], scale: ReproduceScale): Table {
  const problems = rows.filter(({ problem }) => problem)
  return {
    caption: `${published.name}: ${published.samples} samples, ${published.clusters} clusters; percent, mean (standard deviation) of ${scale.repetitions} repetitions`,
    columns: [
      { title: 'method', left: true },
      ...titles.flatMap((title) => [
        { title: `${title} paper` },
        { title: `${title} stored` },
        { title: `${title} shuffled` },
      ]),
    ],
    rows: paperMethods.map((name): Cell[] => {
      const row = (order: string) => rows.find((each) => each.method === name && each.order === order)
      const scores = published.methods[name].scores
      return [
        plain(name + (findMethod(name).orderFree ? '' : ' ▲')),
        ...metrics.flatMap((metric, m) => [
          plain(scores ? `${scores[m][0]} (${scores[m][1]})` : 'OM'),
          plain(cell(row('stored'), metric)),
          plain(cell(row('shuffled'), metric)),
        ]),
      ]
    }),
    notes: [
      '▲ reads the order of the file: only the shuffled figure tells what to expect of samples that nobody sorted.',
      ...(problems.length > 0
        ? [`Missing: ${problems.map(({ name, order, problem }) => `${name}, ${order}: ${problem}`).join('; ')}.`]
        : []),
      `Settings chosen with the labels: ${chosen(rows) || 'none'}.`,
    ],
  }
}

function chosen(rows: readonly ComparisonRow[]): string {
  return rows
    .filter(({ grid }) => grid.of > 1)
    .map(({ name, order, settings }) => `${name}, ${order}: ${settingsText(settings)}`)
    .join('; ')
}

function cell(row: ComparisonRow | undefined, metric: (typeof metrics)[number]): string {
  const value: Spread | undefined = row?.scores?.[metric]
  if (value) {
    const deviation = value.deviation === null ? '' : ` (${(100 * value.deviation).toFixed(1)})`
    return `${(100 * value.mean).toFixed(1)}${deviation}`
  }
  return row?.problem ? shortProblem(row.problem) : '–'
}
