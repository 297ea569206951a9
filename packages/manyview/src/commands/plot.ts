import { extname } from 'node:path'
import { InputError } from '@manyview/core'
import { type FigureName, figureNames } from '@manyview/drawing'
import type { Command } from 'commander'
import { figure } from '../figures/figure.ts'
import { toPng } from '../figures/to-png.ts'
import { storedRun } from '../run/stored-run.ts'
import { helpNotes } from '../screen/help-layout.ts'
import type { Screen } from '../screen/screen.ts'
import { checkOutputs } from '../settings/check-outputs.ts'
import { closestWord } from '../settings/closest-word.ts'
import { addFlags } from '../settings/flags.ts'
import type { Settings } from '../settings/table.ts'
import { writeAtomically } from '../writing/write-atomically.ts'

type PlotFlags = Settings<'plot'>

const examples = `
Figures: ${figureNames.join(', ')}.

Examples:
  $ manyview plot results/clustering.json --figure map --out map.svg
  $ manyview plot results/clustering.json --figure confusion --out c.png --dark
  $ manyview plot results/clustering.json --figure features --cluster 3 --out 3.svg
`

/** `manyview plot`: one figure of a clustering as SVG or PNG. */
export function addPlot(program: Command, screen: Screen, signal: AbortSignal): void {
  addFlags(
    program
      .command('plot')
      .description('write one figure of a clustering.json as SVG or PNG')
      .argument('<clustering.json>', 'what "manyview fit --out" wrote'),
  )
    .addHelpText('after', helpNotes(examples, screen))
    .action((path: string, flags: PlotFlags) => plot(path, flags, screen, signal))
}

async function plot(path: string, flags: PlotFlags, screen: Screen, signal: AbortSignal): Promise<void> {
  const { out, width, dark, cluster } = flags
  const name = figureChoice(flags.figure)
  const kind = extname(out ?? '').toLowerCase()
  if (out === undefined || (kind !== '.svg' && kind !== '.png'))
    throw new InputError(`is ${out === undefined ? 'missing' : `"${out}"`}, give FILE.svg or FILE.png`, {
      code: 'bad-option',
      argument: '--out',
    })
  const stored = await storedRun(path, flags.views, screen, flags.quiet === true, signal)
  await checkOutputs([path, ...(flags.views ?? [])], { files: [out] })
  const svg = await figure(name, stored, { width, dark, cluster })
  await writeAtomically(out, kind === '.svg' ? svg : await toPng(svg))
  if (!flags.quiet) screen.line(`  written  ${out}`)
}

function figureChoice(name = 'map'): FigureName {
  const names: readonly string[] = figureNames
  if (names.includes(name)) return name as FigureName
  const meant = closestWord(name, names)
  const hint = meant ? `did you mean "${meant}"?` : `choose one of ${names.join(', ')}`
  throw new InputError(`there is no figure "${name}", ${hint}`, { code: 'bad-option', argument: '--figure' })
}
