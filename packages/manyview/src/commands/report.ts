import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { associationsCsv, explanationCsv } from '@manyview/formats'
import type { Command } from 'commander'
import { renderReport } from '../report/render-report.ts'
import { storedRun } from '../run/stored-run.ts'
import { helpNotes } from '../screen/help-layout.ts'
import type { Screen } from '../screen/screen.ts'
import { checkOutputs } from '../settings/check-outputs.ts'
import { addFlags } from '../settings/flags.ts'
import type { Settings } from '../settings/table.ts'
import { writeAllAtomically } from '../writing/write-atomically.ts'

type ReportFlags = Settings<'report'>

const examples = `
The report is one page that needs no network. It goes into the folder of the
clustering.json unless --out names another file. With --views the command computes the map,
the features and the examples again from the files that were clustered. An --out that is a
folder gets the page and the tables of "manyview fit --out" (features.csv, clusters.csv …).

Examples:
  $ manyview report results/clustering.json
  $ manyview report results/clustering.json --out report.html --views data.mat
  $ manyview report results/clustering.json --out results --views data.mat
`

/** `manyview report`: makes report.html again. */
export function addReport(program: Command, screen: Screen, signal: AbortSignal): void {
  addFlags(
    program
      .command('report')
      .description('make report.html again from a clustering.json')
      .argument('<clustering.json>', 'what "manyview fit --out" wrote'),
  )
    .addHelpText('after', helpNotes(examples, screen))
    .action((path: string, flags: ReportFlags) => report(path, flags, screen, signal))
}

async function report(path: string, flags: ReportFlags, screen: Screen, signal: AbortSignal): Promise<void> {
  const tablesToo = flags.out !== undefined && isFolder(flags.out)
  const folder = tablesToo ? flags.out! : dirname(path)
  const out = tablesToo || flags.out === undefined ? join(folder, 'report.html') : flags.out
  const stored = await storedRun(path, flags.views, screen, flags.quiet === true, signal)
  if (flags.json) screen.line(JSON.stringify(stored.record))
  if (flags.json && flags.out === undefined) return
  const tables = tablesToo ? { ...explanationCsv(stored), ...associationsCsv(stored) } : {}
  const paths = [...Object.keys(tables).map((name) => join(folder, name)), out]
  await checkOutputs([path, ...(flags.views ?? [])], { files: paths })
  const page = await renderReport(stored, { thumbnails: await demoImages(stored.record), things: stored.things })
  signal.throwIfAborted()
  const contents = [...Object.values(tables), page]
  await writeAllAtomically(paths.map((one, i) => ({ path: one, bytes: contents[i] })))
  if (!flags.quiet && !flags.json) screen.line(`  written  ${paths.join(', ')}`)
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    // What is wrong with a place is said when it is written to.
    return false
  }
}

/** The digits, where the demo was clustered. */
async function demoImages({ reading, samples }: { reading: Readonly<Record<string, unknown>>; samples: number }) {
  if (reading.demo !== 'digits') return null
  const { loadDigits } = await import('@manyview/formats/digits')
  const digits = await loadDigits()
  return digits.samples === samples ? digits : null
}
