import type { ClusteringRecord, StoredClustering } from '@manyview/formats'
import type { Command } from 'commander'
import { Interrupted } from '../interrupted.ts'
import { clusteringJson } from '../print/clustering-json.ts'
import { printClustering, printWarnings } from '../print/print-clustering.ts'
import { printEarlier, printWritten } from '../print/print-written.ts'
import { renderReport } from '../report/render-report.ts'
import { tryToExplain } from '../run/explain-run.ts'
import { runClustering } from '../run/run-clustering.ts'
import { helpNotes } from '../screen/help-layout.ts'
import { meanImages } from '../screen/mean-images.ts'
import type { Screen } from '../screen/screen.ts'
import { checkOutputs } from '../settings/check-outputs.ts'
import { addFlags } from '../settings/flags.ts'
import { methodChoice } from '../settings/method-choice.ts'
import type { Settings } from '../settings/table.ts'
import { version } from '../version.ts'
import { writeClustering } from '../writing/write-clustering.ts'

type DemoFlags = Settings<'demo'>

const examples = `
Examples:
  $ manyview demo
  $ manyview demo --out manyview-demo
  $ manyview demo --method kmeans --set restarts=20
`

/** `manyview demo`: clusters the embedded digits and scores the result. */
export function addDemo(program: Command, screen: Screen, signal: AbortSignal): void {
  addFlags(program.command('demo').description('cluster 2,000 handwritten digits that come with the command'))
    .addHelpText('after', helpNotes(examples, screen))
    .action((flags: DemoFlags) => demo(flags, screen, signal))
}

async function demo(flags: DemoFlags, screen: Screen, signal: AbortSignal): Promise<void> {
  const { method, options } = methodChoice(flags.method, flags.set)
  await checkOutputs([], { out: flags.out })
  const talk = !flags.json && !flags.quiet
  // Loaded here, so that other commands do not pay for half a megabyte of digits.
  const { loadDigits } = await import('@manyview/formats/digits')
  const digits = await loadDigits()
  const views = Object.entries(digits.views).map(([name, { features }]) => ({ name, features, sparse: false }))
  if (talk) {
    screen.line(`${screen.colours.bold('2,000 handwritten digits')}, seen from ${views.length} sides`)
    for (const { name, features } of views) screen.line(`  ${name.padEnd(13)}${String(features).padStart(4)} features`)
  }
  const truth = Array.from(digits.labels, String)
  const outcome = await runClustering(
    {
      views: digits.views,
      ids: null,
      method: method.name,
      options,
      clusters: 10,
      seed: flags.seed ?? 0,
      shuffle: null,
      threads: flags.threads,
      truth,
    },
    screen,
    flags.quiet === true,
    signal,
  )
  const { clustering, scores } = outcome
  if (talk) {
    printClustering(outcome, screen, 'the true digits')
    screen.line()
    screen.line('  the mean image of each cluster')
    screen.line(meanImages(digits, clustering.labels, clustering.clusters, screen.width))
    printWarnings(clustering.warnings, screen)
  }
  signal.throwIfAborted()
  if (flags.out !== undefined) {
    const { explanation, warnings } = await tryToExplain(
      { views: digits.views, clustering },
      screen,
      flags.quiet === true,
      signal,
    )
    if (talk) printWarnings(warnings, screen)
    const record = {
      versions: { manyview: version, node: process.versions.node },
      inputs: [],
      reading: { demo: 'digits' },
      views,
      scores,
      warnings: [...clustering.warnings, ...warnings],
      truth: { name: 'the true digits', labels: truth },
      explanation,
    }
    const { seconds } = clustering
    const page = (_: ClusteringRecord, made: StoredClustering) => renderReport(made, { seconds, thumbnails: digits })
    const { paths, ...earlier } = await writeClustering(
      flags.out,
      clustering,
      record,
      {},
      signal.aborted ? undefined : page,
    )
    if (signal.aborted) throw new Interrupted(`the results are complete in ${flags.out}`)
    if (talk) {
      printEarlier(flags.out, earlier, screen)
      printWritten(paths, screen)
    }
  } else if (talk) printWritten([], screen)
  if (flags.json) screen.line(clusteringJson(outcome, views, { shuffle: null, warnings: clustering.warnings }))
}
