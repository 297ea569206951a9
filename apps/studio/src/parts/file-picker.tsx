import { useEffect, useRef } from 'preact/hooks'
import { pickedFolder } from '../state/folder-files.ts'
import { job } from '../state/session.ts'

export interface FilePickerProps {
  text: string
  /** What the files are for, for those who do not see the button. */
  label: string
  kind?: 'primary'
  /** A folder is chosen: its files come under their paths, the folder's own name first. */
  folder?: boolean
  pick(files: File[]): void
}

/** A button that lets the user choose files, or a folder. */
export function FilePicker({ text, label, kind, folder = false, pick }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null)
  // Not among the attributes that are typed, but every browser knows it.
  useEffect(() => {
    if (folder) input.current?.setAttribute('webkitdirectory', '')
  }, [])
  return (
    <>
      <button type="button" class={kind} disabled={job.value !== null} onClick={() => input.current?.click()}>
        {text}
      </button>
      <input
        ref={input}
        class="hidden"
        type="file"
        multiple={!folder}
        tabIndex={-1}
        aria-label={label}
        onChange={(event) => {
          const { files } = event.currentTarget
          pick(folder ? pickedFolder(files) : [...(files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
