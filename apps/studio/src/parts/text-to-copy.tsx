import { useState } from 'preact/hooks'

/** A text for another program, such as a command, with a button that copies it. */
export function TextToCopy({ text }: { text: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      setCopied(false)
    }
  }
  return (
    <div class="command">
      <code>{text}</code>
      <button type="button" class="small" onClick={() => void copy()}>
        {copied ? 'Copied' : 'Copy'}
      </button>
    </div>
  )
}
