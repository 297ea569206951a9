import type { OptionValues } from '@manyview/core/methods'
import { draw } from '@manyview/drawing'
import { csvText } from '@manyview/formats'
import { bothThemes } from '../figures/both-themes.ts'
import type { FitOutcome } from '../job.ts'
import type { RunAllOptions } from '../run-all.ts'
import { dstlFits, gridWords, lambdaGrid, type ReadyDataset, type ReproduceScale } from './experiment-plan.ts'
import type { Section } from './section.ts'

/** The change of Y at which the published method stops. */
const tolerance = 1e-4

/** Change and accuracy after each iteration, in both orders: one fit that ends there for each number of iterations. */
export async function convergenceSection(
  sets: readonly ReadyDataset[],
  scale: ReproduceScale,
  options: RunAllOptions,
): Promise<Section> {
  const section: Section = {
    title: 'Convergence',
    text: `Accuracy (line) and relative change of Y (dots, right axis, logarithmic) after each iteration of DSTL with the λ of ${gridWords(scale.quick)} that score best (ORACLE: chosen with the labels). The dashed line is the change of 1e-4 at which the published method stops; here it goes on.`,
    tables: [],
    figures: [],
    csv: {},
  }
  const most = scale.quick ? 6 : 21
  for (const set of sets)
    for (const order of ['stored', 'shuffled'] as const) {
      const { chosen } = await lambdaGrid(set, order, scale, options)
      const settings = Array.from(
        { length: most },
        (_, i): OptionValues => ({ ...chosen, tolerance: 0, maxIterations: i + 1 }),
      )
      const fits = await dstlFits(set, order, settings, options)
      const file = `convergence-${set.published.name}-${order}`
      const caption = `${set.published.name}, ${order}: accuracy and change after each iteration`
      section.figures.push({ file: `${file}.svg`, caption, ...(await convergenceFigure(fits, caption)) })
      section.csv[`${file}.csv`] = csvText([
        ['iteration', 'change', 'acc'],
        ...fits.map(({ iterations, change, scores }) => [iterations, change ?? '', scores?.acc ?? '']),
      ])
    }
  return section
}

function convergenceFigure(fits: readonly FitOutcome[], title: string) {
  const height = (change: number) => Math.min(1, Math.max(0, 1 + Math.log10(Math.max(change, 1e-300)) / 8))
  const points = fits.map(({ iterations, change, scores }) => ({
    iteration: iterations,
    accuracy: scores?.acc ?? 0,
    change: height(change ?? 1),
  }))
  const steps = points
    .map(({ iteration }) => iteration)
    .filter((iteration) => points.length < 10 || iteration % 5 === 0)
  return bothThemes((canvas) => {
    const { theme } = canvas
    return draw(canvas, title, (plot) => ({
      height: 230,
      marginTop: 26,
      marginLeft: 40,
      marginRight: 46,
      marginBottom: 38,
      x: { label: 'iteration', labelAnchor: 'center', labelArrow: 'none', tickSize: 0, ticks: steps, tickFormat: 'd' },
      y: { domain: [0, 1], label: 'accuracy', labelArrow: 'none', ticks: 5, tickSize: 0 },
      marks: [
        plot.gridY({ ticks: 5, stroke: theme.line, strokeOpacity: 1 }),
        plot.axisY({ anchor: 'left', ticks: 5, tickSize: 0, label: 'accuracy', labelArrow: 'none' }),
        plot.axisY({
          anchor: 'right',
          ticks: [0, 0.25, 0.5, 0.75, 1],
          tickFormat: (value: number) => (value === 1 ? '1' : `1e-${Math.round(8 * (1 - value))}`),
          label: 'change',
          labelArrow: 'none',
          tickSize: 0,
          color: theme.warm,
        }),
        plot.ruleY([height(tolerance)], { stroke: theme.warm, strokeDasharray: '4 3' }),
        plot.dot(points, { x: 'iteration', y: 'change', fill: theme.warm, r: 3 }),
        plot.line(points, { x: 'iteration', y: 'accuracy', stroke: theme.accent, strokeWidth: 2 }),
      ],
    }))
  })
}
