import { dirname, join } from 'node:path'
import type { Command } from 'commander'
import { renderReport } from '../report/render-report.ts'
import { storedRun } from '../run/stored-run.ts'
import { helpNotes } from '../screen/help-layout.ts'
import type { Screen } from '../screen/screen.ts'
import { checkOutputs } from '../settings/check-outputs.ts'
import { addFlags } from '../settings/flags.ts'
import type { Settings } from '../settings/table.ts'
import { writeAtomically } from '../writing/write-atomically.ts'

type ReportFlags = Settings<'report'>

const examples = `
The report is one page that needs no network. It goes into the folder of the
clustering.json unless --out names another file. With --views the command computes the map,
the features and the examples again from the files that were clustered.

Examples:
  $ manyview report results/clustering.json
  $ manyview report results/clustering.json --out report.html --views data.mat
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
  const out = flags.out ?? join(dirname(path), 'report.html')
  const stored = await storedRun(path, flags.views, screen, flags.quiet === true, signal)
  if (flags.json) screen.line(JSON.stringify(stored.record))
  if (flags.json && flags.out === undefined) return
  await checkOutputs([path, ...(flags.views ?? [])], { files: [out] })
  const page = await renderReport(stored, { thumbnails: await demoImages(stored.record), things: stored.things })
  signal.throwIfAborted()
  await writeAtomically(out, page)
  if (!flags.quiet && !flags.json) screen.line(`  written  ${out}`)
}

/** The digits, where the demo was clustered. */
async function demoImages({ reading, samples }: { reading: Readonly<Record<string, unknown>>; samples: number }) {
  if (reading.demo !== 'digits') return null
  const { loadDigits } = await import('@manyview/formats/digits')
  const digits = await loadDigits()
  return digits.samples === samples ? digits : null
}
