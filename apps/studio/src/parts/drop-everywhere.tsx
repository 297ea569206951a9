import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { droppedFiles } from '../state/folder-files.ts'

/** Takes files that are dropped anywhere on the page, unless a part of it takes them. */
export function DropEverywhere({ drop, children }: { drop(files: File[]): void; children: ComponentChildren }) {
  const [over, setOver] = useState(false)
  useEffect(() => {
    let depth = 0
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return
      depth++
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (hasFiles(event) && --depth <= 0) setOver(false)
    }
    const allow = (event: DragEvent) => {
      // Over a part that takes files the page shows that part.
      if (hasFiles(event)) setOver(!event.defaultPrevented)
      event.preventDefault()
    }
    const take = (event: DragEvent) => {
      const isTaken = event.defaultPrevented
      event.preventDefault()
      depth = 0
      setOver(false)
      if (!isTaken) void droppedFiles(event.dataTransfer).then(drop)
    }
    const handlers = { dragenter: enter, dragleave: leave, dragover: allow, drop: take }
    for (const [name, handler] of Object.entries(handlers)) window.addEventListener(name, handler as EventListener)
    return () => {
      for (const [name, handler] of Object.entries(handlers)) window.removeEventListener(name, handler as EventListener)
    }
  }, [drop])
  return (
    <>
      {children}
      {over && <div class="dropping">Drop to open</div>}
    </>
  )
}
