import { useEffect, useRef } from 'preact/hooks'
import { pickedFolder } from '../state/folder-files.ts'
import { job } from '../state/session.ts'

export interface FolderPickerProps {
  text: string
  /** What the folder is for, for those who do not see the button. */
  label: string
  /** Gets the files under their paths, the folder's own name first. */
  pick(files: File[]): void
}

/** A button that lets the user choose a folder. */
export function FolderPicker({ text, label, pick }: FolderPickerProps) {
  const input = useRef<HTMLInputElement>(null)
  // Not among the attributes that are typed, but every browser knows it.
  useEffect(() => input.current?.setAttribute('webkitdirectory', ''), [])
  return (
    <>
      <button type="button" disabled={job.value !== null} onClick={() => input.current?.click()}>
        {text}
      </button>
      <input
        ref={input}
        class="hidden"
        type="file"
        tabIndex={-1}
        aria-label={label}
        onChange={(event) => {
          pick(pickedFolder(event.currentTarget.files))
          event.currentTarget.value = ''
        }}
      />
    </>
  )
}
