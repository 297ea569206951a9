import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { InputError } from '@manyview/core'
import { counted } from '@manyview/core/words'
import type { Command } from 'commander'
import { publishedResults } from '../experiments/reproduction/published-results.ts'
import { type ReproducePart, reproduce, reproduceParts } from '../experiments/reproduction/reproduce.ts'
import type { Section } from '../experiments/reproduction/section.ts'
import { RunStore } from '../experiments/run-store.ts'
import { type FailedRun, FailedRuns } from '../failed-runs.ts'
import { Interrupted } from '../interrupted.ts'
import { helpNotes } from '../screen/help-layout.ts'
import { ProgressDisplay } from '../screen/progress-display.ts'
import type { Screen } from '../screen/screen.ts'
import { wrap } from '../screen/wrap.ts'
import { closestWord } from '../settings/closest-word.ts'
import { addFlags, commandLine } from '../settings/flags.ts'
import { runLimits } from '../settings/run-limits.ts'
import type { Settings } from '../settings/table.ts'
import { checkWritable } from '../writing/check-writable.ts'
import { writeAllAtomically } from '../writing/write-atomically.ts'
import { fail, printTable } from './compare.ts'

type ReproduceFlags = Settings<'reproduce'>

const examples = `
The command looks in --data for the nine data sets of the paper (MATLAB files named NGs,
BBCSport, HW, Scene15, MITIndoor, CCV, Caltech101-all, Animal, NUSWIDEOBJ) and repeats the
experiments on those it finds. It shows every published number beside ours, for the samples as
stored and shuffled. Finished runs are kept in --out: run the same command again to continue.

Examples:
  $ manyview reproduce --data data --quick
  $ manyview reproduce --data data --only tables,ablation --sets NGs,BBCSport
  $ manyview reproduce --data data --tune-rivals --time-limit 60
  $ manyview reproduce --data data --missing --sets NGs,BBCSport --repetitions 3
`

/** `manyview reproduce`: the experiments of the DSTL paper. */
export function addReproduce(program: Command, screen: Screen, signal: AbortSignal): void {
  const command = program.command('reproduce').description("repeat the experiments of DSTL's paper")
  addFlags(command)
    .addHelpText('after', helpNotes(examples, screen))
    .action((flags: ReproduceFlags, own: Command) => run(flags, own, screen, signal))
}

async function run(flags: ReproduceFlags, command: Command, screen: Screen, signal: AbortSignal): Promise<void> {
  const { out, data, quick = false, quiet = false, tuneRivals = false } = flags
  if (flags.missing && flags.only) fail('--missing', 'takes the place of the parts, leave out --only')
  const parts = flags.missing ? ['missing'] : (flags.only ?? [...reproduceParts])
  for (const part of flags.only ?? []) known('--only', part, reproduceParts)
  const names = publishedResults.map(({ name }) => name)
  for (const set of flags.sets ?? []) known('--sets', set, names)
  await checkWritable(out)
  const progress = new ProgressDisplay(screen, quiet)
  const failures: FailedRun[] = []
  let part = 'looking for data'
  try {
    const { files, sections } = await reproduce({
      folder: data,
      parts: parts as ReproducePart[],
      only: flags.sets,
      repetitions: flags.repetitions ?? (quick ? 2 : 10),
      quick,
      tuneRivals,
      onPart: (name) => {
        part = name
      },
      run: {
        ...runLimits(flags),
        store: new RunStore(join(out, 'runs'), true),
        signal,
        onProgress: (done, total) => progress.show({ stage: part, iteration: done, total }),
        onFailure: ({ job }, problem) => failures.push({ name: `${job.method} in ${part}`, problem }),
      },
    })
    progress.end()
    await mkdir(out, { recursive: true })
    await writeAllAtomically(Object.entries(files).map(([name, bytes]) => ({ path: join(out, name), bytes })))
    if (!quiet) printReport(sections, Object.keys(files), out, screen)
  } catch (error) {
    if (signal.aborted)
      throw new Interrupted(`finished runs are kept in ${join(out, 'runs')}, the same command continues with them`)
    throw error
  } finally {
    progress.end()
  }
  // The other runs are kept, so that the same command does these alone.
  if (failures.length > 0) throw new FailedRuns(failures, commandLine(command, []))
}

function printReport(sections: readonly Section[], files: readonly string[], out: string, screen: Screen): void {
  for (const { title, text, tables } of sections) {
    screen.line()
    screen.line(screen.colours.bold(title))
    screen.line(`  ${wrap(text, screen.width - 2, 2)}`)
    for (const { table } of tables) printTable(table, screen)
  }
  const svg = files.filter((name) => name.endsWith('.svg')).length
  screen.line(`\n  written  ${join(out, 'report.html')}, report.md, CSV files and ${counted(svg, 'figure')} (SVG)`)
}

function known(flag: string, word: string, words: readonly string[]): void {
  if (words.some((each) => each.toLowerCase() === word.toLowerCase())) return
  const meant = closestWord(word, words)
  throw new InputError(`has "${word}", ${meant ? `did you mean "${meant}"?` : `choose from ${words.join(', ')}`}`, {
    code: 'bad-option',
    argument: flag,
  })
}
