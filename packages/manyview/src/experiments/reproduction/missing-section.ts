import type { OptionValues } from '@manyview/core/methods'
import { draw } from '@manyview/drawing'
import { csvText } from '@manyview/formats'
import { best, type ComparisonPlan, type Contestant, finished, planGrid } from '../comparison.ts'
import { settingsText } from '../comparison-table.ts'
import { bothThemes } from '../figures/both-themes.ts'
import type { JobResult } from '../job.ts'
import { shareRemoved } from '../remove-views.ts'
import { type RunAllOptions, runAll } from '../run-all.ts'
import { problemOf, shortProblem } from '../run-problem.ts'
import { type Spread, spread } from '../spread.ts'
import { plain, type Table } from '../tables/table.ts'
import { dstlContestant, gridWords, oraclePlan, type ReadyDataset, type ReproduceScale } from './experiment-plan.ts'
import type { Section } from './section.ts'

/** Probabilities with which a pair of sample and view is taken away. */
const shares = [0, 0.1, 0.3, 0.5, 0.7]
const orders = ['stored', 'shuffled'] as const
const methods = ['dstl', 'ascr', 'consensus', 'kmeans'] as const
/** Those that read the order; the labels choose their settings. */
const tuned = ['dstl', 'ascr']

interface Cell {
  method: string
  order: (typeof orders)[number]
  share: number
  accuracies: number[]
  problem: string | null
}

/** Accuracy of DSTL, ASCR, the default method and k-means where samples lack views, in both orders. */
export async function missingSection(
  sets: readonly ReadyDataset[],
  scale: ReproduceScale,
  options: RunAllOptions,
): Promise<Section> {
  const section: Section = {
    title: 'Missing views',
    text: `Accuracy where every pair of sample and view was taken away with a probability of 10, 30, 50 or 70 %; every sample keeps at least one view, and every repetition draws its own gaps. The paper names this as future work. DSTL completes by rank, ASCR by its tensor, the default method (consensus) compares two samples by the views that both have, and k-means gets the mean of the view. The settings of DSTL and ASCR are ORACLE settings, chosen with the true labels on the complete samples as stored (DSTL: ${gridWords(scale.quick)}; ASCR: alpha of 1 to 128) and kept for all gaps and both orders; the others have none.`,
    tables: [],
    figures: [],
    csv: {},
  }
  for (const set of sets) {
    const { name } = set.published
    const chosen = await chosenSettings(set, scale, options)
    const cells = await measure(set, chosen, scale, options)
    const file = `missing-${name}`
    const caption = `${name}: accuracy by the share of the views that was taken away`
    section.tables.push({ file, table: missingTable(set, cells, chosen, scale) })
    section.figures.push({ file: `${file}.svg`, caption, ...(await missingFigure(cells, caption)) })
    section.csv[`${file}.csv`] = csvText([
      ['data', 'method', 'order', 'share', 'repetition', 'acc'],
      ...cells.flatMap(({ method, order, share, accuracies }) =>
        accuracies.map((value, r) => [name, method, order, share, r, value]),
      ),
    ])
  }
  return section
}

type Chosen = Record<string, OptionValues>

/** The settings of each method; those that labels choose have the best accuracy on the complete samples as stored. */
async function chosenSettings(set: ReadyDataset, scale: ReproduceScale, options: RunAllOptions): Promise<Chosen> {
  const chosen: Chosen = {}
  for (const method of methods) {
    if (!tuned.includes(method)) continue
    const contestant: Contestant = { ...dstlContestant, name: method, method }
    const plan: ComparisonPlan = { ...oraclePlan(set, scale), contestants: [contestant] }
    const results = await runAll(planGrid(plan, contestant, 'stored'), options)
    chosen[method] = best(results.flatMap(finished), 'labels')?.settings ?? {}
  }
  return chosen
}

async function measure(
  { published, data, truth }: ReadyDataset,
  chosen: Chosen,
  scale: ReproduceScale,
  options: RunAllOptions,
): Promise<Cell[]> {
  const cells = methods.flatMap((method) =>
    orders.flatMap((order) => shares.map((share) => ({ method, order, share }))),
  )
  const repetitions = Array.from({ length: scale.repetitions }, (_, r) => r)
  const planned = cells.flatMap(({ method, order, share }) =>
    repetitions.map((r) => ({
      job: {
        data,
        truth,
        clusters: published.clusters,
        method,
        settings: [chosen[method] ?? {}],
        seed: r,
        order: order === 'stored' ? order : { shuffled: r + 1 },
        keep: [],
        ...(share > 0 ? { gaps: { share, seed: r + 1, filled: method === 'kmeans' } } : {}),
      },
      group: method,
    })),
  )
  const results = await runAll(planned, options)
  return cells.map((cell, c): Cell => {
    const cellResults: JobResult[] = results.slice(c * scale.repetitions, (c + 1) * scale.repetitions)
    const accuracies = cellResults.flatMap((result) =>
      result.status === 'done' ? result.outcomes.flatMap(({ scores }) => (scores ? [scores.acc] : [])) : [],
    )
    return { ...cell, accuracies, problem: problemOf(cellResults) }
  })
}

const percent = (share: number) => `${Math.round(100 * share)} %`

function missingTable({ published }: ReadyDataset, cells: Cell[], chosen: Chosen, scale: ReproduceScale): Table {
  const { name, samples, clusters, features } = published
  const text = ({ accuracies, problem }: Cell) => {
    if (accuracies.length === 0) return problem ? shortProblem(problem) : '–'
    const { mean, deviation }: Spread = spread(accuracies)
    return `${(100 * mean).toFixed(1)}${deviation === null ? '' : ` (${(100 * deviation).toFixed(1)})`}`
  }
  const gone = shares.slice(1).map((share) => (100 * shareRemoved(share, features.length)).toFixed(1))
  return {
    caption: `${name}: ${samples} samples, ${clusters} clusters; accuracy in percent by the share of views taken away, ${scale.repetitions === 1 ? 'one repetition' : `mean (standard deviation) of ${scale.repetitions} repetitions`}`,
    columns: [
      { title: 'method', left: true },
      { title: 'samples', left: true },
      ...shares.map((share) => ({ title: share === 0 ? 'complete' : percent(share) })),
    ],
    rows: methods.flatMap((method) =>
      orders.map((order) => [
        plain(method + (tuned.includes(method) ? ' ▲' : '')),
        plain(order),
        ...cells.filter((cell) => cell.method === method && cell.order === order).map((cell) => plain(text(cell))),
      ]),
    ),
    notes: [
      '▲ reads the order of the file: only the shuffled figure tells what to expect of samples that nobody sorted.',
      `As every sample keeps a view, ${gone.join(', ')} % of all pairs are gone.`,
      `ORACLE, chosen with the labels: ${tuned.map((method) => `${method}: ${settingsText(chosen[method]) || 'defaults'}`).join('; ')}.`,
      ...cells
        .filter(({ problem }) => problem)
        .map(({ method, order, share, problem }) => `Missing: ${method}, ${order}, ${percent(share)}: ${problem}.`),
    ],
  }
}

/** Two panels, stored and shuffled: a line per method over the shares. */
function missingFigure(cells: readonly Cell[], title: string) {
  const points = cells
    .filter(({ accuracies }) => accuracies.length > 0)
    .map(({ method, order, share, accuracies }) => ({ method, order, share, value: spread(accuracies).mean }))
  return bothThemes((canvas) => {
    const { theme } = canvas
    const colours: Record<string, string> = {
      dstl: theme.warm,
      ascr: theme.warm,
      consensus: theme.accent,
      kmeans: theme.muted,
    }
    const dashed = (method: string) => method === 'ascr'
    const last = orders.flatMap((order) =>
      spreadOut(points.filter((p) => p.order === order && p.share === shares.at(-1))),
    )
    return draw(canvas, title, (plot) => ({
      height: 260,
      marginTop: 34,
      marginLeft: 34,
      marginRight: 76,
      marginBottom: 40,
      fx: { domain: [...orders], label: null, padding: 0.3 },
      x: {
        domain: [0, 0.7],
        ticks: shares,
        tickFormat: (share: number) => percent(share),
        tickSize: 0,
        label: 'views taken away',
        labelAnchor: 'center',
        labelArrow: 'none',
      },
      y: { domain: [0, 1], label: null, ticks: 5, tickSize: 0 },
      color: { type: 'identity' },
      marks: [
        plot.axisFx({ anchor: 'top', label: null, fontWeight: 600 }),
        plot.gridY({ ticks: 5, stroke: theme.line, strokeOpacity: 1 }),
        ...methods.map((method) =>
          plot.line(
            points.filter((point) => point.method === method),
            {
              fx: 'order',
              x: 'share',
              y: 'value',
              stroke: colours[method],
              strokeWidth: 2,
              ...(dashed(method) ? { strokeDasharray: '5 3' } : {}),
            },
          ),
        ),
        plot.dot(points, {
          fx: 'order',
          x: 'share',
          y: 'value',
          fill: ({ method }: Pick<Cell, 'method'>) => colours[method],
          r: 3,
        }),
        plot.text(last, {
          fx: 'order',
          x: 'share',
          y: 'place',
          text: 'method',
          dx: 8,
          textAnchor: 'start',
          fill: ({ method }: Pick<Cell, 'method'>) => colours[method],
        }),
      ],
    }))
  }, 640)
}

/** Where names stand beside the ends of the lines: not closer than lines of text. */
function spreadOut<Point extends { value: number }>(points: readonly Point[]): (Point & { place: number })[] {
  let place = -1
  return points
    .toSorted((a, b) => a.value - b.value)
    .map((point) => {
      place = Math.max(point.value, place + 0.075)
      return { ...point, place }
    })
}
