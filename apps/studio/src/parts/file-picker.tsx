import { useRef } from 'preact/hooks'
import { openPicked } from '../state/new-samples.ts'
import { job } from '../state/session.ts'

/** A button that lets the user choose files. */
export function FilePicker({ text, kind }: { text: string; kind: 'primary' | '' }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" class={kind} disabled={job.value !== null} onClick={() => input.current?.click()}>
        {text}
      </button>
      <input
        ref={input}
        class="hidden"
        type="file"
        multiple
        tabIndex={-1}
        aria-label="Files to open"
        onChange={(event) => {
          const { files } = event.currentTarget
          void openPicked([...(files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
