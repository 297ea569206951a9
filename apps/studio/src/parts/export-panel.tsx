import { Fragment } from 'preact'
import { useState } from 'preact/hooks'
import { commandLine } from '../state/command-line.ts'
import { clusteringJson, furtherFiles, labelsCsv, reportHtml, saveFile } from '../state/export-files.ts'
import { repeatScript } from '../state/repeat-script.ts'
import type { Run } from '../state/run.ts'
import { showProblem } from '../state/show-problem.ts'
import { SaveModel } from './save-model.tsx'

/** Files to take along, the command that does the same, and the way to drop a run. */
export function ExportPanel({ run }: { run: Run }) {
  const { command, why } = commandLine(run)
  const files = exportedFiles(run)
  const script = repeatScript(run)
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(command!)
      setCopied(true)
    } catch {
      setCopied(false)
    }
  }
  return (
    <div class="export">
      <section class="figure">
        <header>
          <h3>Files</h3>
        </header>
        <div class="file-rows">
          {files.map(({ name, words, save }) => (
            <Fragment key={name}>
              <button type="button" onClick={() => void save().catch(showProblem)}>
                {name}
              </button>
              <p class="muted">{words}</p>
            </Fragment>
          ))}
          <SaveModel run={run} />
        </div>
        <p class="muted">
          Every figure has its own buttons, SVG and PNG, where it stands; the map has its legend inside.
        </p>
      </section>
      <section class="figure">
        <header>
          <h3>The same from the command line</h3>
        </header>
        {command ? (
          <div class="command">
            <code>{command}</code>
            <button type="button" class="small" onClick={() => void copy()}>
              {copied ? 'Copied' : 'Copy'}
            </button>
          </div>
        ) : (
          <p>{why}</p>
        )}
        <p class="muted">The same seed gives the same labels, bit for bit.</p>
        {script && (
          <button type="button" class="small" onClick={() => saveFile('repeat.mjs', script, 'text/javascript')}>
            The same as a script: repeat.mjs
          </button>
        )}
      </section>
    </div>
  )
}

/** What the files hold. */
const about: Record<string, string> = {
  'clusters.csv': 'Size, confidence, typical and doubtful samples of each cluster.',
  'features.csv': 'The features of each view that set each cluster apart.',
  'views.csv': 'How far the clusters follow each view.',
  'samples.csv': 'Where each view alone would put each sample.',
  'associations.csv': 'The tests of every column of metadata.',
  'duplicates.csv': 'Samples that coincide.',
  'tree.json': 'The tree of the clusters.',
  'tree.nwk': 'The tree for programs that draw trees.',
}

/** Every file of a run, with what it holds and how it is saved. */
function exportedFiles(run: Run): { name: string; words: string; save(): Promise<void> }[] {
  const saver = (name: string, text: () => string | Promise<string>, type: string) => async () =>
    saveFile(name, await text(), type)
  return [
    {
      name: 'labels.csv',
      words: 'One line per sample: id, label and confidence, with your names and merges.',
      save: saver('labels.csv', () => labelsCsv(run), 'text/csv'),
    },
    {
      name: 'report.html',
      words: 'One page with map, views, clusters and settings, to look at, send, print or keep. It needs no network.',
      save: saver('report.html', () => reportHtml(run), 'text/html'),
    },
    {
      name: 'clustering.json',
      words: 'Everything. Opens on this page, and in the command: manyview report.',
      save: saver('clustering.json', () => clusteringJson(run), 'application/json'),
    },
    ...Object.entries(furtherFiles(run)).map(([name, text]) => ({
      name,
      words: about[name] ?? '',
      save: saver(name, () => text, name.endsWith('.csv') ? 'text/csv' : 'text/plain'),
    })),
  ]
}
