import { byteSize, counted, grouped, percent, plural } from '@manyview/core/words'
import { type Inspection, inspectDataset, readLabels } from '@manyview/formats'
import type { Command } from 'commander'
import { fileSource } from '../files/file-source.ts'
import { readInput } from '../input/read-input.ts'
import { printedJson } from '../json/printed.ts'
import { printCoverage } from '../print/print-coverage.ts'
import { helpNotes } from '../screen/help-layout.ts'
import { printable } from '../screen/printable.ts'
import { ProgressDisplay } from '../screen/progress-display.ts'
import type { Screen } from '../screen/screen.ts'
import { wrap } from '../screen/wrap.ts'
import { chooseLabels } from '../settings/choose-labels.ts'
import { addFlags } from '../settings/flags.ts'
import { cacheFolder, readOptions } from '../settings/reading.ts'
import type { Settings } from '../settings/table.ts'

const examples = `
Examples:
  $ manyview inspect data.mat
  $ manyview inspect text.npy image.npy
  $ manyview inspect blood.csv scans.csv --join outer
  $ manyview inspect table.csv --columns image=img_ --columns text=txt_
`

/** `manyview inspect`: what would be read, before anything is clustered. */
export function addInspect(program: Command, screen: Screen, signal: AbortSignal): void {
  const command = program
    .command('inspect')
    .description('show what a fit would read: views, ids, labels, missing views and values, memory')
    .argument('<file...>', 'one file with all views, or one file per view; a folder; a views.json; - for stdin')
  addFlags(command)
    .addHelpText('after', helpNotes(examples, screen))
    .action(async (paths: string[], { json, cache, ...flags }: Settings<'inspect'>) => {
      const { dataset } = await ProgressDisplay.of(screen, json ?? false, (onProgress) =>
        readInput(paths, readOptions(flags), signal, { onProgress, cache: cacheFolder(cache), embed: flags.embed }),
      )
      // As a fit reads them; "auto" takes the first of those found, and here all are shown.
      const truth =
        flags.labels === 'auto'
          ? null
          : await chooseLabels(flags.labels, dataset, (path) => readLabels(fileSource(path)))
      const inspection = inspectDataset(
        truth
          ? {
              ...dataset,
              labels: [{ name: truth.name, values: truth.labels }],
              notes: [...dataset.notes, ...truth.notes],
            }
          : dataset,
      )
      if (json) screen.line(printedJson('inspect', inspection))
      else printInspection(paths, inspection, screen)
    })
}

function printInspection(paths: readonly string[], inspection: Inspection, screen: Screen): void {
  const { bold, dim, yellow } = screen.colours
  const { samples, views, labels, metadata, ids, duplicateSamples, coverage, fitBytes, notes, warnings } = inspection
  screen.line(`${bold(printable(paths.join(', ')))}  ${counted(samples, 'sample')}, ${counted(views.length, 'view')}`)
  screen.line()
  const header = ['view', 'features', 'kind', 'held as', 'not zero', 'missing', 'constant', 'repeated']
  const rows = views.map((view) => [
    printable(view.name),
    grouped(view.features),
    view.kind,
    `${view.sparse ? 'sparse ' : ''}${view.type}`,
    percent(view.density, 1),
    grouped(view.missing),
    grouped(view.constantFeatures),
    grouped(view.duplicateSamples),
  ])
  const widths = header.map((title, c) => Math.max(title.length, ...rows.map((row) => row[c].length)))
  const isText = (column: number) => [0, 2, 3].includes(column)
  const line = (row: string[]) =>
    `  ${row.map((cell, c) => (isText(c) ? cell.padEnd(widths[c]) : cell.padStart(widths[c]))).join('  ')}`.trimEnd()
  if (line(header).length <= screen.width) {
    screen.line(dim(line(header)))
    for (const row of rows) screen.line(line(row))
  } else
    for (const [name, ...cells] of rows) {
      const facts = cells.map((cell, c) => `${header[c + 1]} ${cell}`)
      screen.line(`  ${bold(name)}`)
      screen.line(`    ${wrap(facts.join(', '), screen.width - 4, 4)}`)
    }
  screen.line()
  const fact = (name: string, text: string) =>
    screen.line(`  ${dim(name.padEnd(10))}${wrap(printable(text), screen.width - 12, 12)}`)
  fact('ids', ids ? 'yes, they match the samples of the views' : 'none, samples are numbered from 0')
  const columnList = (columns: Inspection['labels'], one: string, many: string) =>
    columns.map(({ name, classes }) => `${name} (${counted(classes, one, many)})`).join(', ')
  fact('labels', columnList(labels, 'class', 'classes') || 'none found')
  if (metadata.length > 0) fact('metadata', columnList(metadata, 'value', 'values'))
  fact(
    'repeated',
    `${counted(duplicateSamples, 'sample')} ${plural(duplicateSamples, 'equals', 'equal')} an earlier one in every view`,
  )
  if (coverage) printCoverage(coverage, screen)
  fact('memory', `the views take about ${byteSize(fitBytes)}, the method needs more for itself`)
  for (const note of notes) fact('guess', note)
  for (const warning of warnings)
    screen.line(`  ${yellow('warning')}   ${wrap(printable(warning), screen.width - 12, 12)}`)
}
