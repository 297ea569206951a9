import { fixed } from '@manyview/core/words'
import { useState } from 'preact/hooks'
import { modelObstacle } from '../state/new-samples.ts'
import { placedThing, placeThing } from '../state/place-thing.ts'
import { only } from '../state/pointing.ts'
import { clusterName, type Run } from '../state/run.ts'
import { data, isOpen, job } from '../state/session.ts'
import { FilePicker } from './file-picker.tsx'

/** Asks in which cluster a text or a picture that is no sample would be. */
export function PlaceThing({ run }: { run: Run }) {
  const [open, setOpen] = useState(false)
  const things = isOpen(run) ? data.value!.understood.things : []
  if (things.length === 0 || modelObstacle(run) !== null) return null
  const placed = placedThing.value?.run === run.id ? placedThing.value : null
  return (
    <details
      class="place-thing"
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      // Whoever drags a picture over the closed part wants to drop it there.
      onDragEnter={() => setOpen(true)}
    >
      <summary>Where would it go?</summary>
      {things.map(({ name, kind }) =>
        kind === 'texts' ? (
          <TextField key={name} run={run} column={name} />
        ) : (
          <PictureField key={name} run={run} column={name} />
        ),
      )}
      {placed && (
        <p aria-live="polite">
          {placed.name}:{' '}
          <button
            type="button"
            class="link"
            title="Show this cluster alone"
            onClick={() => {
              only.value = placed.label
            }}
          >
            {clusterName(run, placed.label)}
          </button>
          , confidence {fixed(placed.confidence, 2)}
          {placed.warnings.map((warning) => (
            <span key={warning} class="muted">
              {' '}
              {warning}
            </span>
          ))}
        </p>
      )}
    </details>
  )
}

/** A picture is chosen, or dropped here. */
function PictureField({ run, column }: { run: Run; column: string }) {
  const [over, setOver] = useState(false)
  const pick = ([picture]: readonly File[]) => {
    if (picture && job.value === null) void placeThing(run, column, picture)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button within does the same for the keyboard
    <div
      class={over ? 'picture-drop over' : 'picture-drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        pick([...(event.dataTransfer?.files ?? [])])
      }}
    >
      <FilePicker text="Choose a picture…" label={`A picture to place, for ${column}`} pick={pick} />
      <span class="muted">or drop one here</span>
    </div>
  )
}

function TextField({ run, column }: { run: Run; column: string }) {
  const [text, setText] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void placeThing(run, column, text)
      }}
    >
      <textarea
        rows={3}
        aria-label={`A text to place, for ${column}`}
        placeholder={`Paste a text (${column})`}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button type="submit" class="small" disabled={job.value !== null || text.trim() === ''}>
        Place
      </button>
    </form>
  )
}
