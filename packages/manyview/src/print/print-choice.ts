import type { ClusterChoice } from '@manyview/core'
import type { Screen } from '../screen/screen.ts'
import { wrap } from '../screen/wrap.ts'

/** Numbers of clusters that are listed. */
const mostLines = 5
/** Other numbers that are named as cuts of the tree. */
const mostCuts = 3

/** Prints why there are so many clusters: the best numbers with what speaks for each, the sentence, and which of them the tree (of so many leaves, 0: none) has as cuts. */
export function printChoice(
  { clusters, candidates, reason, standsOut }: ClusterChoice,
  leaves: number,
  screen: Screen,
): void {
  const { bold, dim, cyan } = screen.colours
  screen.line()
  screen.line(`${bold('number of clusters')}  chosen: ${bold(String(clusters))}`)
  screen.line(dim('  clusters   score  stability  agreement     gap'))
  for (const each of candidates.slice(0, mostLines)) {
    const line = [
      String(each.clusters).padStart(10),
      each.score.toFixed(3).padStart(8),
      each.stability.toFixed(2).padStart(11),
      each.agreement.toFixed(2).padStart(11),
      each.gap.toFixed(3).padStart(8),
    ].join('')
    screen.line(each.clusters === clusters ? cyan(line) : line)
  }
  const others = candidates.length - mostLines
  if (others > 0) screen.line(dim(`  … and ${others} more; --out writes all of them to clustering.json`))
  // What does not stand out is said as a warning.
  if (standsOut || candidates.length === 1) screen.line(`  ${wrap(reason, screen.width - 2, 2)}`)
  const cuts = candidates
    .map((each) => each.clusters)
    .filter((k) => k !== clusters && k <= leaves)
    .slice(0, mostCuts)
  if (cuts.length > 0)
    screen.line(
      `  ${wrap(`With --out, "manyview cut" gives the runners-up, close to fits of their own: -k ${cuts.join(' or ')}`, screen.width - 2, 2)}`,
    )
}
