import { draw } from '@manyview/drawing'
import { type ComparisonRow, type Contestant, compareMethods } from '../comparison.ts'
import { comparisonCsv } from '../comparison-csv.ts'
import { comparisonTable } from '../comparison-table.ts'
import { bothThemes } from '../figures/both-themes.ts'
import type { RunAllOptions } from '../run-all.ts'
import { gridWords, oraclePlan, type ReadyDataset, type ReproduceScale } from './experiment-plan.ts'
import type { Section } from './section.ts'

const variants = [
  ['DSTL-S', 'S'],
  ['DSTL-T', 'T'],
  ['DSTL-Y', 'Y'],
  ['DSTL', 'full'],
] as const

/** Accuracy and NMI of DSTL and its three ablations, each tuned on the same grid, in both orders. */
export async function ablationSection(
  sets: readonly ReadyDataset[],
  scale: ReproduceScale,
  options: RunAllOptions,
): Promise<Section> {
  const section: Section = {
    title: 'Ablation',
    text: `DSTL-S: without the sparse part; DSTL-T: matrices instead of a tensor; DSTL-Y: without the consensus. Each has the λ that score best for it (ORACLE: chosen with the labels) in ${gridWords(scale.quick)}, apart for each order.`,
    tables: [],
    figures: [],
    csv: {},
  }
  for (const set of sets) {
    const { name, samples, clusters } = set.published
    const plan = {
      ...oraclePlan(set, scale),
      contestants: variants.map(
        ([title, variant]): Contestant => ({
          name: title,
          method: 'dstl',
          fixed: variant === 'full' ? {} : { variant },
        }),
      ),
    }
    const rows = await compareMethods(plan, options)
    const facts = {
      data: name,
      samples,
      clusters,
      tuning: 'labels' as const,
      repetitions: scale.repetitions,
      labelled: true,
    }
    const caption = `${name}: accuracy of DSTL and its ablations`
    section.tables.push({ file: `ablation-${name}`, table: comparisonTable(rows, facts) })
    section.figures.push({ file: `ablation-${name}.svg`, caption, ...(await ablationFigure(rows, caption)) })
    section.csv[`ablation-${name}.csv`] = comparisonCsv(rows, name, 'labels')
  }
  return section
}

function ablationFigure(rows: readonly ComparisonRow[], title: string) {
  const bars = rows.flatMap(({ name, order, scores }) =>
    scores
      ? [
          {
            name,
            order,
            value: scores.acc.mean,
            low: scores.acc.mean - (scores.acc.deviation ?? 0),
            high: scores.acc.mean + (scores.acc.deviation ?? 0),
          },
        ]
      : [],
  )
  return bothThemes((canvas) => {
    const { theme } = canvas
    const fill = ({ order }: { order: string }) => (order === 'stored' ? theme.warm : theme.accent)
    return draw(canvas, title, (plot) => ({
      height: 250,
      marginTop: 48,
      marginLeft: 40,
      marginBottom: 20,
      x: { type: 'band', domain: ['stored', 'shuffled'], axis: null, padding: 0.1 },
      fx: { domain: variants.map(([name]) => name), label: null, padding: 0.15 },
      y: { domain: [0, 1], label: null, ticks: 5, tickSize: 0 },
      color: { type: 'identity' },
      marks: [
        plot.axisFx({ anchor: 'top', dy: -20, label: null }),
        plot.gridY({ ticks: 5, stroke: theme.line, strokeOpacity: 1 }),
        plot.barY(bars, { fx: 'name', x: 'order', y: 'value', fill }),
        plot.ruleX(bars, { fx: 'name', x: 'order', y1: 'low', y2: 'high', stroke: theme.ink, strokeOpacity: 0.6 }),
        plot.text(bars, {
          fx: 'name',
          x: 'order',
          y: 'high',
          dy: -7,
          text: ({ value }: { value: number }) => (100 * value).toFixed(0),
          fontSize: 11,
        }),
        plot.text(bars, { fx: 'name', x: 'order', y: 0, dy: 9, text: 'order', fontSize: 9, fill: theme.muted }),
      ],
    }))
  })
}
