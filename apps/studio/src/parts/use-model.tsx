import { job, type OpenData } from '../state/session.ts'
import { stopUsing, useModel } from '../state/use-model.ts'
import { FilePicker } from './file-picker.tsx'

/** The models that make views of the texts or pictures that are open, and the way to take one more. */
export function UseModel({ open }: { open: OpenData }) {
  if (open.understood.things.length === 0) return null
  return (
    <div class="use-model">
      {open.models.map(({ name }) => (
        <p key={name}>
          <span class="cut">model {name}</span>{' '}
          <button type="button" class="quiet small" disabled={job.value !== null} onClick={() => void stopUsing(name)}>
            Remove
          </button>
        </p>
      ))}
      <FilePicker text="Use a model…" label="Folder of a model" folder pick={(files) => void useModel(files)} />
      <p class="muted hint">
        A folder with an ONNX model for texts or pictures. It adds a view; nothing is downloaded.
      </p>
    </div>
  )
}
