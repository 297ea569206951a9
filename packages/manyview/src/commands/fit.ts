import type { Command } from 'commander'
import { clusterFit } from '../run/cluster-fit.ts'
import { planFit } from '../run/plan-fit.ts'
import { readFit } from '../run/read-fit.ts'
import { reportFit } from '../run/report-fit.ts'
import { helpNotes } from '../screen/help-layout.ts'
import type { Screen } from '../screen/screen.ts'
import { addFlags } from '../settings/flags.ts'
import { type FitSettings, settingsFile } from '../settings/settings-file.ts'
import { withStream } from '../stream/stream-files.ts'

const examples = `
Manyview finds views, orientation and labels in the file and prints what it found. It uses
labels only to print scores. Without --out or --model it writes no file.
Settings can also be written in ${settingsFile}; flags of the command line win:
  { "clusters": 5, "method": "dstl", "set": { "lambda2": 5 } }

Examples:
  $ manyview fit data.mat --clusters 5
  $ manyview fit data.mat --clusters 5 --labels auto --out results
  $ manyview fit data.mat --clusters auto
  $ manyview fit data.mat --clusters 2..40 --out results
  $ manyview fit text.npy image.npy sound.csv --clusters 10 --labels truth.csv
  $ manyview fit data.mat -k 5 --weight text=2 --leave-one-out --out results
  $ manyview fit data.mat -k 5 --method dstl --set lambda2=5 --json
  $ manyview fit genes.csv proteins.csv -k 3 --metadata clinical.csv --out run
  $ manyview fit genes.csv proteins.csv clinical.csv -k 3 --json labels
  $ manyview fit genes.csv -k 3 --sets pathways.gmt --out results
  $ manyview fit data.mat -k 5 --model data.model
  $ manyview fit data.npy -k 20 --set effort=fast --write none --out results
  $ manyview fit huge.npy other.npy -k 20 --method dstl --stream --out results
  $ mpirun -n 4 manyview fit text.npy image.npy -k 10 --method dstl --out run
  $ cat data.csv | manyview fit - -k 5 --out - > labels.csv
`

/** `manyview fit`: clusters the samples of one or more files. */
export function addFit(program: Command, screen: Screen, signal: AbortSignal): void {
  const command = program
    .command('fit')
    .description('cluster the samples of one file with several views, or of one file per view')
    .argument('[file...]', 'one file with all views, or one file per view; a folder; a views.json; - for stdin')
  addFlags(command)
    .addHelpText('after', helpNotes(examples, screen))
    .action((files: string[], flags: FitSettings) =>
      fit(withFileAfterJson(files, flags.json, program.args), flags, screen, signal),
    )
}

async function fit(files: readonly string[], flags: FitSettings, screen: Screen, signal: AbortSignal): Promise<void> {
  const plan = await planFit(files, flags)
  await withStream(plan.settings.stream, plan.out.folder, async (blocks) => {
    const input = await readFit(plan, blocks, screen, signal)
    const result = await clusterFit(plan, input, screen, signal)
    await reportFit(plan, input, result, screen, signal)
  })
}

/** A file right after `--json` looks like its value: it comes back among the files, in its place. */
function withFileAfterJson(files: string[], json: string | true | undefined, words: readonly string[]): string[] {
  if (typeof json !== 'string' || json === 'labels') return files
  const isBefore = (file: string) => words.indexOf(file) < words.indexOf('--json')
  return [...files.filter(isBefore), json, ...files.filter((file) => !isBefore(file))]
}
