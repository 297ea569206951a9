import type { Clustering, Scores } from '@manyview/core'
import { counted, duration, percent } from '@manyview/core/words'
import { nameBesideNumber } from '@manyview/formats'
import type { Outcome } from '../run/run-clustering.ts'
import { printable } from '../screen/printable.ts'
import type { Screen } from '../screen/screen.ts'
import { wrap } from '../screen/wrap.ts'

/** Clusters that are listed one by one. */
const mostLines = 30

/** Prints the sizes of the clusters as small bars with the mean confidence of each, how the fit ended, the weights of the views, and the scores. */
export function printClustering(
  { clustering, scores }: Outcome,
  screen: Screen,
  truthName: string | null,
  names?: readonly string[],
): void {
  const { bold, dim } = screen.colours
  const { method, clusters, seed, iterations, converged, seconds, viewWeights } = clustering
  screen.line()
  screen.line(`${bold(counted(clusters, 'cluster'))} by ${method}, seed ${seed}`)
  screen.line(
    dim(`  ${counted(iterations, 'iteration')}, ${converged ? 'converged' : 'not converged'}, ${duration(seconds)}`),
  )
  screen.line()
  printSizes(clustering, screen, names)
  if (clustering.outliers) {
    screen.line()
    screen.line(`  ${bold('outliers')} ${wrap(outlierWords(clustering.outliers), screen.width - 11, 11)}`)
  }
  if (viewWeights) {
    const shares = Object.entries(viewWeights).map(([name, weight]) => `${printable(name)} ${weight.toFixed(2)}`)
    screen.line()
    screen.line(`  ${bold('weights')}  ${wrap(shares.join(', '), screen.width - 11, 11)}`)
  }
  if (scores) {
    screen.line()
    screen.line(`  ${bold('scores')} against ${printable(truthName ?? 'the labels')} (1 is best)`)
    printScores(scores, screen)
  }
}

function outlierWords(outliers: Uint8Array): string {
  const marked = outliers.reduce((sum, mark) => sum + mark, 0)
  if (marked === 0) return 'none'
  return `${counted(marked, 'sample')} (${percent(marked / outliers.length, 1)}) set aside before the fit: cluster -1, counted above in the nearest cluster`
}

/** The five scores on one line. */
export function printScores(scores: Scores, screen: Screen): void {
  const { acc, nmi, purity, ari, fscore } = scores
  const values = { ACC: acc, NMI: nmi, purity, ARI: ari, 'F-score': fscore }
  screen.line(
    `  ${Object.entries(values)
      .map(([name, value]) => `${screen.colours.dim(name)} ${value.toFixed(4)}`)
      .join('   ')}`,
  )
}

/** Each warning as a paragraph of its own. */
export function printWarnings(warnings: readonly string[], screen: Screen): void {
  for (const warning of warnings) {
    screen.line()
    screen.line(`  ${screen.colours.yellow('warning')}  ${wrap(printable(warning), screen.width - 11, 11)}`)
  }
}

/** The clusters with their sizes as small bars, the mean confidence of each where there is one, and their names, cut to the width of the screen, where they have any. */
export function printSizes(
  { labels, clusters, confidence }: Pick<Clustering, 'labels' | 'clusters' | 'confidence'>,
  screen: Screen,
  clusterNames?: readonly string[],
): void {
  const beside = Array.from({ length: clusters }, (_, label) => nameBesideNumber({ names: clusterNames }, label))
  const names = beside.some(Boolean) ? beside : null
  const sizes = new Array<number>(clusters).fill(0)
  const sums = new Float64Array(clusters)
  labels.forEach((label, i) => {
    sizes[label]++
    sums[label] += confidence?.[i] ?? 0
  })
  const largest = Math.max(...sizes)
  const digits = Math.max(7, String(largest).length)
  const sure = (label: number) => (sizes[label] > 0 ? (sums[label] / sizes[label]).toFixed(2) : '').padStart(10)
  const space = screen.width - digits - (confidence ? 26 : 14)
  const room = names ? Math.max(0, Math.min(12, space - 24)) : Math.min(40, space)
  const heading = names ? `  ${' '.repeat(room)}  name` : ''
  screen.line(
    screen.colours.dim(`  cluster  ${'samples'.padStart(digits)}${confidence ? '  confidence' : ''}${heading}`),
  )
  sizes.slice(0, mostLines).forEach((size, label) => {
    const bar = '█'.repeat(Math.round((size / largest) * room)) || (size > 0 ? '▏' : '')
    const row = `${String(label).padStart(7)}  ${String(size).padStart(digits)}`
    const name = names
      ? `${' '.repeat(Math.max(0, room - bar.length))}  ${fitting(names[label], space - room - 2)}`
      : ''
    screen.line(`  ${row}${confidence ? `  ${sure(label)}` : ''}  ${screen.colours.cyan(bar)}${name}`.trimEnd())
  })
  const others = sizes.slice(mostLines)
  if (others.length > 0)
    screen.line(`  … and ${others.length} more, with ${Math.min(...others)} to ${Math.max(...others)} samples each`)
}

/** Says which names come from metadata instead of the views. */
export function printNamedBy(namedBy: readonly (string | null)[], screen: Screen): void {
  for (const column of new Set(namedBy.filter((each) => each !== null))) {
    const clusters = namedBy.flatMap((each, c) => (each === column ? [c] : []))
    const which = clusters.length === namedBy.length ? 'All names' : `The names of ${clusters.join(', ')}`
    screen.line()
    screen.line(
      `  ${wrap(`${which} come from the column "${printable(column)}", not from the views.`, screen.width - 2, 2)}`,
    )
  }
}

/** A name as far as it fits on the screen. */
function fitting(name: string, letters: number): string {
  const text = printable(name)
  return text.length <= letters ? text : `${text.slice(0, Math.max(0, letters - 1))}…`
}
