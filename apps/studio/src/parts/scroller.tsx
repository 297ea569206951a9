import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

export interface ScrollerProps {
  label: string
  children: ComponentChildren
  frame?: RefObject<HTMLElement | null>
}

/** Scrolls sideways what is too wide; then it can be reached and moved with the keyboard, too. */
export function Scroller({ label, children, frame }: ScrollerProps) {
  const own = useRef<HTMLElement>(null)
  const element = frame ?? own
  useEffect(() => {
    const { current } = element
    if (!current) return
    if (current.scrollWidth > current.clientWidth) current.tabIndex = 0
    else current.removeAttribute('tabindex')
  })
  return (
    <section ref={element} class="scroll" aria-label={label}>
      {children}
    </section>
  )
}
