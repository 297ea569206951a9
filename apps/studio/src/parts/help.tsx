import { useRef } from 'preact/hooks'

const keys: [string, string][] = [
  ['Arrow keys', 'go from sample to sample on the map'],
  ['+ and −', 'zoom; 0 shows everything'],
  ['Enter', 'selects the sample that is pointed at, or takes it out'],
  ['Shift and drag', 'draws around samples'],
  ['Escape', 'clears the selection'],
]

/** A button that opens a short help. */
export function Help() {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <>
      <button type="button" class="quiet small" onClick={() => dialog.current?.showModal()}>
        Help
      </button>
      <dialog ref={dialog} aria-labelledby="help-title" class="help">
        <h2 id="help-title">How this page works</h2>
        <p>
          Drop files that describe the same samples, check what was understood, and press Cluster. Under the map stands
          one small map per view: what you point at or select on one is marked on all.
        </p>
        <p>
          Names are handles: an id flies to its dot, a feature colours the map, a number of samples selects them. Click
          or tap a dot to see its nearest samples in each view.
        </p>
        <dl>
          {keys.map(([key, words]) => (
            <div key={key}>
              <dt>{key}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        <form method="dialog">
          <button type="submit">Close</button>
        </form>
      </dialog>
    </>
  )
}
