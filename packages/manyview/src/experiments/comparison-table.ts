import type { Scores } from '@manyview/core'
import type { OptionValues } from '@manyview/core/methods'
import { optionText } from '@manyview/core/methods'
import { byteSize, counted, sentence } from '@manyview/core/words'
import { type ComparisonRow, readsOrder, type Tuning } from './comparison.ts'
import { shortProblem } from './run-problem.ts'
import type { Spread } from './spread.ts'
import { type Cell, plain, type Table } from './tables/table.ts'

/** What a table says about itself. */
export interface ComparisonFacts {
  data: string
  samples: number
  clusters: number
  tuning: Tuning
  repetitions: number
  /** Whether true labels were given; the table then has scores, also where no run finished. */
  labelled: boolean
  /** Which methods were left out and why, in one sentence; absent where none was. */
  leftOut?: string
}

const metrics: readonly [keyof Scores, string][] = [
  ['acc', 'ACC'],
  ['nmi', 'NMI'],
  ['purity', 'purity'],
  ['ari', 'ARI'],
  ['fscore', 'F-score'],
]

/** In one sentence how the settings were found; every output carries it. */
export const tuningSentence: Record<Tuning, string> = {
  none: 'Settings: published defaults, which are the values in the programs that the authors of a method published, but for what the name of a row says; nothing was tuned.',
  labels:
    'Settings: ORACLE, the best of a grid chosen with the true labels, apart for each order, as papers do; nobody without labels can do that.',
  unsupervised:
    'Settings: the best of a grid by the share of variance that the clusters explain, chosen without labels, apart for each order.',
}

/** The comparison as a table: scores in percent as mean (standard deviation), or, without labels, the agreement of the repetitions. Best and second of each order are marked. */
export function comparisonTable(rows: readonly ComparisonRow[], facts: ComparisonFacts): Table {
  const { data, samples, clusters, repetitions, labelled } = facts
  const measures: { title: string; of: (row: ComparisonRow) => Spread | null }[] = labelled
    ? metrics.map(([metric, title]) => ({ title, of: (row) => row.scores?.[metric] ?? null }))
    : [
        { title: 'agreement ARI', of: (row) => row.agreement?.ari ?? null },
        { title: 'agreement NMI', of: (row) => row.agreement?.nmi ?? null },
      ]
  const marks = measures.map(({ of }) => markBest(rows, of))
  const problems = rows.filter(({ problem }) => problem)
  const cells = rows.map((row, r): Cell[] => [
    plain(row.name),
    plain(row.order + (readsOrder(row.method, row.settings) ? ' ▲' : '') + (row.collapsed.repetitions > 0 ? ' ▼' : '')),
    ...measures.map(({ of }, m) => ({ text: percent(of(row), m === 0 ? row.problem : null), mark: marks[m][r] })),
    plain(row.seconds ? significant(row.seconds.mean) : '–'),
    plain(row.peakMemory === null ? '–' : byteSize(row.peakMemory)),
  ])
  const unit = labelled ? 'scores in percent' : 'agreement between repetitions in percent (no labels were given)'
  const spreads = `${unit}, mean (standard deviation) of ${counted(repetitions, 'repetition')}`
  const contents = rows.some((row) => row.repetitions > 0) ? spreads : 'no run finished'
  return {
    caption: `${data}: ${samples} samples, ${clusters} clusters; ${contents}`,
    columns: [
      { title: 'method', left: true },
      { title: 'samples', left: true },
      ...measures.map(({ title }) => ({ title })),
      { title: 'seconds' },
      { title: 'memory' },
    ],
    rows: cells,
    notes: [
      tuningSentence[facts.tuning],
      'Shuffled: a fresh permutation each repetition. ▲ marks methods whose result depends on the order of the file; only their shuffled rows tell what to expect of a file that nobody sorted.',
      ...(facts.leftOut ? [facts.leftOut] : []),
      ...(problems.length > 0
        ? [`Missing: ${problems.map(({ name, order, problem }) => `${name}, ${order}: ${problem}`).join('; ')}.`]
        : []),
      ...collapseNotes(rows, clusters),
      ...settingsNotes(rows, facts.tuning),
      ...ownChoiceNotes(rows),
      ...warningNotes(rows),
    ],
  }
}

/** What ▼ means, and how far each of those rows collapsed. */
function collapseNotes(rows: readonly ComparisonRow[], clusters: number): string[] {
  const list = rows
    .filter(({ collapsed }) => collapsed.repetitions > 0)
    .map(
      ({ name, order, repetitions, collapsed }) =>
        `${name}, ${order}: ${collapsed.repetitions} of ${repetitions}, down to ${collapsed.fewest}`,
    )
  if (list.length === 0) return []
  return [`▼ marks rows in which fits found fewer than ${clusters} clusters (${list.join('; ')}).`]
}

function settingsNotes(rows: readonly ComparisonRow[], tuning: Tuning): string[] {
  if (tuning === 'none') return []
  const tuned = rows.filter(({ grid }) => grid.of > 1)
  if (tuned.length === 0) return []
  const list = tuned.map(({ name, order, settings, grid }) => {
    const part = grid.tried < grid.of ? `, ${grid.tried} of ${grid.of} tried` : ''
    return `${name}, ${order}: ${settingsText(settings)} (${grid.source === 'published' ? 'published grid' : 'our grid'}${part})`
  })
  return [`Chosen: ${list.join('; ')}.`]
}

/** What methods chose themselves. */
function ownChoiceNotes(rows: readonly ComparisonRow[]): string[] {
  const list = rows
    .filter(({ chosen }) => chosen.length > 0)
    .map(({ name, order, chosen, repetitions }) => {
      const choices = chosen.map(
        ({ settings, repetitions: times }) =>
          settingsText(settings) + (times < repetitions ? ` (${times} of ${repetitions})` : ''),
      )
      return `${name}, ${order}: ${choices.join(', ')}`
    })
  return list.length > 0 ? [`Chosen by the method itself, without labels: ${list.join('; ')}.`] : []
}

/** What methods warn of, once with all its rows; ▼ speaks for rows that collapsed. */
function warningNotes(rows: readonly ComparisonRow[]): string[] {
  const sound = rows.filter(({ collapsed }) => collapsed.repetitions === 0)
  return [...new Set(sound.flatMap(({ warnings }) => warnings))].map((warning) => {
    const whose = sound
      .filter(({ warnings }) => warnings.includes(warning))
      .map(({ name, order }) => `${name}, ${order}`)
    return `${sentence(warning)} (${whose.join('; ')})`
  })
}

/** Settings as `--set` takes them. */
export function settingsText(settings: OptionValues): string {
  return Object.entries(settings)
    .map(([option, value]) => `${option}=${optionText(value)}`)
    .join(' ')
}

/** The best and the second value of each order; equal values (as printed) share a mark. */
function markBest(rows: readonly ComparisonRow[], of: (row: ComparisonRow) => Spread | null): Cell['mark'][] {
  const marks = new Array<Cell['mark']>(rows.length)
  for (const order of ['stored', 'shuffled']) {
    const values = rows.map((row) => (row.order === order ? (of(row)?.mean.toFixed(3) ?? null) : null))
    const [first, second] = [...new Set(values.filter((value) => value !== null))].sort((a, b) => Number(b) - Number(a))
    values.forEach((value, r) => {
      if (value !== null && value === first) marks[r] = 'best'
      else if (value !== null && value === second) marks[r] = 'second'
    })
  }
  return marks
}

function percent(value: Spread | null, problem: string | null): string {
  if (!value) return problem ? shortProblem(problem) : '–'
  const mean = (100 * value.mean).toFixed(1)
  return value.deviation === null ? mean : `${mean} (${(100 * value.deviation).toFixed(1)})`
}

/** Three significant digits without an exponent. */
export function significant(value: number): string {
  return value >= 100
    ? value.toFixed(0)
    : value >= 10
      ? value.toFixed(1)
      : value >= 1
        ? value.toFixed(2)
        : value.toFixed(3)
}
