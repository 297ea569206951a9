import { statSync } from 'node:fs'
import { join } from 'node:path'
import { cutTree, InputError } from '@manyview/core'
import { clusteringOf, storedClustering, writeLabelsCsv } from '@manyview/formats'
import type { Command } from 'commander'
import { printSizes } from '../print/print-clustering.ts'
import { printEarlier, printWritten } from '../print/print-written.ts'
import { renderReport } from '../report/render-report.ts'
import { storedRun } from '../run/stored-run.ts'
import { helpNotes } from '../screen/help-layout.ts'
import type { Screen } from '../screen/screen.ts'
import { checkOutputs } from '../settings/check-outputs.ts'
import { addFlags } from '../settings/flags.ts'
import type { Settings } from '../settings/table.ts'
import { writeAtomically } from '../writing/write-atomically.ts'
import { writeClustering } from '../writing/write-clustering.ts'

type CutFlags = Settings<'cut'>

const examples = `
A fit keeps a tree of its clusters, from 1 to three times as many as were asked for. Every
number between is a cut, which takes no second fit. The number of the fit gives its labels.
The results of a cut have no map and no features; "manyview report --views" adds them.

Examples:
  $ manyview cut results --clusters 12
  $ manyview cut results/clustering.json -k 3 --out three.csv
  $ manyview cut results -k 12 --out twelve
`

/** `manyview cut`: another number of clusters from the tree of a fit. */
export function addCut(program: Command, screen: Screen, signal: AbortSignal): void {
  addFlags(
    program
      .command('cut')
      .description('give another number of clusters from the tree of a fit, without fitting again')
      .argument('<result>', 'the folder that "manyview fit --out" wrote, or its clustering.json'),
  )
    .addHelpText('after', helpNotes(examples, screen))
    .action((path: string, flags: CutFlags) => cut(path, flags, screen, signal))
}

async function cut(given: string, flags: CutFlags, screen: Screen, signal: AbortSignal): Promise<void> {
  const { clusters, out: { folder, labels: file } = {}, quiet = false } = flags
  if (clusters === undefined)
    throw new InputError('is missing, say how many clusters to cut the tree into, for example --clusters 12', {
      code: 'bad-option',
      argument: '--clusters',
    })
  const path = statSync(given, { throwIfNoEntry: false })?.isDirectory() ? join(given, 'clustering.json') : given
  const stored = await storedRun(path, undefined, screen, quiet, signal)
  await checkOutputs([path], { out: folder, files: [file] })
  const { tree, record, labels } = stored
  if (!tree)
    throw new InputError(
      record.clusters === 1
        ? 'has no tree, because it was fitted with 1 cluster: fit again with more'
        : `has no tree: fit again with the method consensus, which keeps one (this is ${record.method})`,
      { code: 'no-tree', argument: path },
    )
  const cutLabels = cutTree(tree, labels, record.clusters, clusters)
  const same = clusters === record.clusters
  const clustering = {
    ...clusteringOf(stored),
    clusters,
    labels: cutLabels,
    // How sure the members are of other clusters than theirs is not known.
    confidence: same ? stored.confidence : null,
  }
  const talk = !quiet && file !== '-'
  if (talk) {
    screen.line()
    screen.line(`${screen.colours.bold(`${clusters} clusters`)} cut from the tree of ${record.clusters}`)
    screen.line()
    printSizes(clustering, screen)
  }
  const written: string[] = []
  if (folder !== undefined) {
    const { truth, record: run } = stored
    const about = {
      ...run,
      reading: { ...run.reading, cut: record.clusters },
      names: same ? run.names : undefined,
      scores: same ? run.scores : null,
      truth: truth && { name: truth.name, labels: Array.from(truth.codes, (code) => truth.classes[code]) },
      explanation: null,
      leaveOneOut: same ? run.leaveOneOut : undefined,
    }
    const page = (made: typeof record) => renderReport(storedClustering(made))
    const { paths, ...earlier } = await writeClustering(folder, clustering, about, {}, page)
    written.push(...paths)
    if (talk) printEarlier(folder, earlier, screen)
  }
  const csv = writeLabelsCsv(clustering)
  if (file === '-') screen.out(csv)
  else if (file !== undefined) {
    await writeAtomically(file, csv)
    written.push(file)
  }
  if (talk) printWritten(written, screen)
}
