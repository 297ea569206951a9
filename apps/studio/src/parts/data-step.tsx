import { byteSize } from '@manyview/core/words'
import { filesName } from '@manyview/drawing'
import { openPicked } from '../state/new-samples.ts'
import { openDigits } from '../state/open-data.ts'
import { data, job } from '../state/session.ts'
import { FilePicker } from './file-picker.tsx'
import { UseModel } from './use-model.tsx'

/** Files that are listed one by one; a folder of pictures has thousands. */
const mostFiles = 8

/** Step 1: what is open, and how to open something else. */
export function DataStep() {
  const open = data.value
  return (
    <section class="step" aria-labelledby="step-data">
      <h2 id="step-data">
        <span class="number">1</span> Data
      </h2>
      {open === null ? (
        <p class="muted">No data is open. A clustering can be looked at without; drop the files to do more.</p>
      ) : open.files.length === 0 ? (
        <p>Handwritten digits, built in</p>
      ) : open.files.length > mostFiles ? (
        <p>
          {filesName(open.files.map(({ name }) => name))}{' '}
          <span class="muted">{byteSize(open.files.reduce((sum, { size }) => sum + size, 0))}</span>
        </p>
      ) : (
        <ul class="files">
          {open.files.map(({ name, size }) => (
            <li key={name}>
              <span class="cut">{name}</span> <span class="muted">{byteSize(size)}</span>
            </li>
          ))}
        </ul>
      )}
      {open && <UseModel open={open} />}
      <div class="buttons">
        <FilePicker
          text={open ? 'Other files' : 'Choose files'}
          label="Files to open"
          pick={(files) => void openPicked(files)}
        />
        {open?.key !== 'digits' && (
          <button type="button" disabled={job.value !== null} onClick={() => void openDigits()}>
            Digits
          </button>
        )}
      </div>
    </section>
  )
}
