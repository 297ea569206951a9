import { readable } from '../state/folder-files.ts'
import { hasSimd } from '../state/limits.ts'
import { openPicked } from '../state/new-samples.ts'
import { job } from '../state/session.ts'
import { Demos } from './demos.tsx'
import { FilePicker } from './file-picker.tsx'

/** The first screen: what this is, and the way in. */
export function Welcome() {
  const reading = job.value !== null
  return (
    <main class="welcome">
      <h1>Find the groups that all your views agree on</h1>
      <p class="lead">
        Several descriptions of the same samples go in, one set of clusters comes out, with a map, what sets each
        cluster apart, and how far every view supports it.
      </p>
      <section class="drop" aria-label="Open data">
        <p class="drop-title">{reading ? 'Reading…' : 'Drop your files here'}</p>
        <p class="muted">One file with all views, one file per view, or texts and pictures as they are</p>
        <div class="buttons">
          <FilePicker
            text="Choose files"
            label="Files to open"
            kind="primary"
            pick={(files) => void openPicked(files)}
          />
          <FilePicker
            text="Choose a folder"
            label="Folder to open"
            folder
            pick={(files) => void openPicked(readable(files))}
          />
        </div>
        <Demos />
        <p class="muted formats">
          CSV, Excel, MATLAB, NumPy, Parquet, Arrow, HDF5, AnnData, MuData, 10x, Matrix Market, R (RDS) and JSON, also
          gzipped; folders and zips of JPEG, PNG, WebP and GIF pictures or of texts; a clustering.json; or a model, for
          new samples
        </p>
      </section>
      <ol class="how">
        <li>
          <b>Drop</b> files
        </li>
        <li>
          <b>Check</b> what was understood
        </li>
        <li>
          Press <b>Cluster</b>
        </li>
      </ol>
      <Abilities />
    </main>
  )
}

/** What this browser lacks, where it lacks something. */
function Abilities() {
  if (!hasSimd())
    return (
      <p class="message problem" role="alert">
        This browser has no WebAssembly SIMD, which Manyview computes with. Use Chrome 91, Firefox 89, Safari 16.4 or
        anything newer, or the command.
      </p>
    )
  return null
}
