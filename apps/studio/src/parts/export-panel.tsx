import { Fragment } from 'preact'
import { useMemo } from 'preact/hooks'
import { commandLine } from '../state/command-line.ts'
import { type ExportedFile, exportedFiles, saveFile } from '../state/export-files.ts'
import { modelObstacle } from '../state/new-samples.ts'
import { repeatScript } from '../state/repeat-script.ts'
import type { Run } from '../state/run.ts'
import { job, settings } from '../state/session.ts'
import { showProblem } from '../state/show-problem.ts'
import { obsScript } from '../state/write-obs.ts'
import { SaveModel } from './save-model.tsx'
import { TextToCopy } from './text-to-copy.tsx'

/** Files to take along, the command that does the same, and the way to drop a run. */
export function ExportPanel({ run }: { run: Run }) {
  const { command, why } = commandLine(run)
  const files = useMemo(() => exportedFiles(run), [run, settings.value.label])
  const script = repeatScript(run)
  const obs = obsScript(run)
  return (
    <div class="export">
      <section class="figure">
        <header>
          <h3>Files</h3>
        </header>
        <div class="file-rows">
          <button
            type="button"
            class="primary"
            disabled={job.value !== null}
            onClick={() => void pack(run).catch(showProblem)}
          >
            everything.zip
          </button>
          <p class="muted">
            All files below, every figure, the command and the script
            {modelObstacle(run) === null && ', and the model, which may hold scores of all samples'}.
          </p>
          {files.map((file) => (
            <Fragment key={file.name}>
              <button type="button" onClick={() => void save(file).catch(showProblem)}>
                {file.name}
              </button>
              <p class="muted">{about[file.name]}</p>
            </Fragment>
          ))}
          <SaveModel run={run} />
        </div>
        <p class="muted">Every figure has its own buttons, SVG and PNG, where it stands.</p>
      </section>
      <div class="programs">
        <section class="figure">
          <header>
            <h3>The same from the command line</h3>
          </header>
          {command ? <TextToCopy text={command} /> : <p>{why}</p>}
          <p class="muted">The same seed gives the same labels, bit for bit.</p>
          {script && (
            <button type="button" class="small" onClick={() => saveFile('repeat.mjs', script, 'text/javascript')}>
              The same as a script: repeat.mjs
            </button>
          )}
        </section>
        {obs && (
          <section class="figure">
            <header>
              <h3>The clusters in {obs.file}</h3>
            </header>
            <p>
              Save labels.csv beside the file and run this in Python. It adds the columns <code>manyview_cluster</code>,{' '}
              <code>manyview_name</code> and more to its obs, by the names of the observations.
            </p>
            <TextToCopy text={obs.script} />
          </section>
        )}
      </div>
    </div>
  )
}

/** Saves the zip; what makes it and draws the figures is loaded when it is first asked for. */
async function pack(run: Run): Promise<void> {
  const { saveEverything } = await import('./save-everything.ts')
  await saveEverything(run)
}

/** What the files hold. */
const about: Record<string, string> = {
  'labels.csv': 'One line per sample: id, number and name of its cluster, confidence; merges count.',
  'report.html':
    'One page with map, views, clusters and settings, to look at, send, print or keep. It needs no network.',
  'clustering.json': 'Everything that was found. Opens on this page, and in the command: manyview report.',
  'clusters.csv': 'Size, confidence, typical and doubtful samples of each cluster.',
  'features.csv': 'The features of each view that set each cluster apart.',
  'views.csv': 'How far the clusters follow each view.',
  'samples.csv': 'Where each view alone would put each sample.',
  'associations.csv': 'The tests of every column of metadata.',
  'duplicates.csv': 'Samples that coincide.',
  'tree.json': 'The tree of the clusters.',
  'tree.nwk': 'The tree for programs that draw trees.',
  'memberships.csv': 'How far each sample belongs to each cluster, one column per cluster.',
  'memberships.npy': 'The same for NumPy.',
  'embedding.npy': 'The coordinates in which the method clustered, for NumPy.',
}

const types: Record<string, string> = {
  csv: 'text/csv',
  html: 'text/html',
  json: 'application/json',
  npy: 'application/octet-stream',
}

async function save({ name, content }: ExportedFile): Promise<void> {
  saveFile(name, await content(), types[name.split('.').pop()!])
}
