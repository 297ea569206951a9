import { useEffect, useRef } from 'preact/hooks'

export interface NameInputProps {
  name: string
  /** Takes another name, '' for the first one; false where it cannot be taken. */
  rename(name: string): boolean
  end(): void
}

/** A field for another name, where the name stands: Enter takes it, Escape leaves the old one, nothing gives back the name that was found. */
export function NameInput({ name, rename, end }: NameInputProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  // A field that goes loses the focus, which must not take the name again.
  const isDone = useRef(false)
  const finish = () => {
    isDone.current = true
    end()
  }
  const take = (typed: string) => {
    const given = typed.trim()
    if (isDone.current) return
    if (given === name || rename(given)) finish()
  }
  return (
    <input
      ref={input}
      type="text"
      class="name-input"
      aria-label={`New name of ${name}`}
      defaultValue={name}
      onBlur={(event) => take(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take(event.currentTarget.value)
        else if (event.key === 'Escape') finish()
        else return event.stopPropagation()
        event.preventDefault()
        event.stopPropagation()
      }}
    />
  )
}
