import type { FeatureSetEffect } from '@manyview/core/metadata'
import { counted, fixed, pValue } from '@manyview/core/words'
import { nameBesideNumber } from '@manyview/formats'
import type { TestedSets } from '../run/feature-sets-run.ts'
import { printable } from '../screen/printable.ts'
import type { Screen } from '../screen/screen.ts'
import { wrap } from '../screen/wrap.ts'

/** Sets that are listed for each cluster, clusters that are listed, and the largest q of a set. */
const mostSets = 4
const mostClusters = 20
const largestQ = 0.05

/** Prints the sets of features that set each cluster apart most, the least p first. */
export function printFeatureSets(
  { sets, effects }: TestedSets,
  clusterNames: readonly string[] | undefined,
  screen: Screen,
): void {
  const { bold, dim } = screen.colours
  const inData = new Set(effects.map(({ set }) => set)).size
  const hasViews = new Set(effects.map(({ view }) => view)).size > 1
  const clusters = effects.reduce((most, { cluster }) => Math.max(most, cluster + 1), 0)
  const note = (text: string) => screen.line(`  ${dim(wrap(text, screen.width - 2, 2))}`)
  screen.line()
  screen.line(`  ${bold('sets of features')} that are higher or lower in a cluster`)
  note(`${inData} of ${counted(sets.length, 'set')} ${inData === 1 ? 'has' : 'have'} at least 5 features here`)
  for (let cluster = 0; cluster < Math.min(clusters, mostClusters); cluster++) {
    const name = nameBesideNumber({ names: clusterNames }, cluster)
    screen.line(`  ${cut(`${cluster}${name && `  ${printable(name)}`}`, screen.width - 2)}`)
    const strongest = effects
      .filter((each) => each.cluster === cluster && each.q <= largestQ)
      .sort((a, b) => a.p - b.p)
      .slice(0, mostSets)
    if (strongest.length === 0) screen.line(`     ${dim(`none with q up to ${largestQ}`)}`)
    for (const each of strongest) screen.line(`     ${line(each)}`)
  }
  if (clusters > mostClusters) note(`… and ${counted(clusters - mostClusters, 'cluster')} more`)
  note(
    `effect from −1 to 1: how far the set's features are higher in the cluster than others; q: p adjusted for ${counted(effects.length, 'test')}. Features of a set vary together, so trust the order of the sets more than q.`,
  )

  function line({ set, view, effect, q }: FeatureSetEffect): string {
    const figures = `${(effect > 0 ? 'higher' : 'lower').padEnd(6)} ${fixed(effect, 2).padStart(5)}  q ${pValue(q)}`
    const room = screen.width - 5 - 27
    return `${cut(printable(sets[set].name + (hasViews ? `, ${view}` : '')), room).padEnd(room)}  ${figures}`
  }
}

/** The text as far as it fits. */
function cut(text: string, letters: number): string {
  return text.length <= letters ? text : `${text.slice(0, letters - 1)}…`
}
