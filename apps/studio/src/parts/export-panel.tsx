import { useState } from 'preact/hooks'
import { commandLine } from '../state/command-line.ts'
import { clusteringJson, labelsCsv, saveFile } from '../state/export-files.ts'
import type { Run } from '../state/run.ts'
import { SaveModel } from './save-model.tsx'

/** Files to take along, the command that does the same, and the way to drop a run. */
export function ExportPanel({ run }: { run: Run }) {
  const { command, why } = commandLine(run)
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
          <button type="button" onClick={() => saveFile('labels.csv', labelsCsv(run), 'text/csv')}>
            labels.csv
          </button>
          <p class="muted">One line a sample: id, label and confidence, with your names and merges.</p>
          <button type="button" onClick={() => saveFile('clustering.json', clusteringJson(run), 'application/json')}>
            clustering.json
          </button>
          <p class="muted">Everything. Opens on this page, and in the command: manyview report.</p>
          <SaveModel run={run} />
        </div>
        <p class="muted">Every figure has its own buttons, SVG and PNG, where it stands.</p>
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
      </section>
    </div>
  )
}
