import { zipFiles } from '@manyview/formats'
import { allFigures } from '../figures/all-figures.ts'
import { commandLine } from '../state/command-line.ts'
import { exportedFiles, saveFile } from '../state/export-files.ts'
import { makeModel, modelName, modelObstacle } from '../state/new-samples.ts'
import { repeatScript } from '../state/repeat-script.ts'
import type { Run } from '../state/run.ts'
import { job } from '../state/session.ts'
import { working } from '../state/start-fit.ts'
import { dark } from '../state/theme.ts'
import { obsScript } from '../state/write-obs.ts'

/** Saves all that there is of a run in one zip: every file, the figures, the model, the command and the script. */
export async function saveEverything(run: Run): Promise<void> {
  if (job.value) return
  await working('pack', 'Packing everything', async () => {
    const files: Record<string, string | Uint8Array> = {}
    for (const { name, content } of exportedFiles(run)) files[name] = await content()
    const { command } = commandLine(run)
    if (command) files['command.txt'] = `${command}\n`
    const script = repeatScript(run)
    if (script) files['repeat.mjs'] = script
    const obs = obsScript(run)
    if (obs) files['write_obs.py'] = obs.script
    Object.assign(files, await allFigures(run, dark.value))
    if (!modelObstacle(run)) files[modelName] = await makeModel(run)
    saveFile('everything.zip', zipFiles(files), 'application/zip')
  })
}
