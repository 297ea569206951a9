import { InputError, score } from '@manyview/core'
import { counted } from '@manyview/core/words'
import { readLabels } from '@manyview/formats'
import type { Command } from 'commander'
import { fileSource } from '../files/file-source.ts'
import { type LabelList, matchLabels } from '../input/match-labels.ts'
import { printedJson } from '../json/printed.ts'
import { printScores } from '../print/print-clustering.ts'
import { helpNotes } from '../screen/help-layout.ts'
import type { Screen } from '../screen/screen.ts'
import { addFlags } from '../settings/flags.ts'

const examples = `
A file holds one label per line, or a CSV table with the columns "label" and "id"; labels are
then matched by id. Of the scores only purity depends on which file is the truth.

Examples:
  $ manyview score truth.csv run/labels.csv
  $ manyview score truth.txt labels.txt --json
`

/** `manyview score`: how far two labelings agree. */
export function addScore(program: Command, screen: Screen): void {
  addFlags(
    program
      .command('score')
      .description('compare two files of labels')
      .argument('<truth>', 'file with the true labels')
      .argument('<labels>', 'file with the labels to score'),
  )
    .addHelpText('after', helpNotes(examples, screen))
    .action(async (truthPath: string, labelsPath: string, { json }: { json?: boolean }) => {
      const sources = [truthPath, labelsPath].map((path) => fileSource(path))
      const truth = await readLabels(sources[0])
      const labels = await readLabels(sources[1])
      const scores = score(trueLabels(truth, truthPath, labels, labelsPath), labels.labels)
      if (json) screen.line(printedJson('score', { samples: labels.labels.length, ...scores }))
      else {
        screen.line(counted(labels.labels.length, 'sample'))
        printScores(scores, screen)
      }
    })
}

/** The true labels in the order of the others. */
function trueLabels(truth: LabelList, truthPath: string, labels: LabelList, labelsPath: string): string[] {
  if (truth.labels.length !== labels.labels.length)
    throw new InputError(
      `has ${counted(labels.labels.length, 'label')} but ${truthPath} has ${truth.labels.length}, give labels of the same samples`,
      { code: 'labels', argument: labelsPath },
    )
  // Where only one file has ids they must be row numbers, which is what labels without ids are written with.
  const rows = labels.labels.map((_, i) => String(i))
  const ids = labels.ids ?? (truth.ids ? rows : null)
  const truthList = truth.ids || !ids ? truth : { ids: rows, labels: truth.labels }
  return matchLabels(truthList, ids, labels.labels.length, truthPath)
}
