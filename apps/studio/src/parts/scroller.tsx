import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** Scrolls sideways what is too wide; then it can be reached and moved with the keyboard, too. */
export function Scroller({ label, children }: { label: string; children: ComponentChildren }) {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    const { current } = element
    if (!current) return
    const look = () => {
      if (current.scrollWidth > current.clientWidth) current.tabIndex = 0
      else current.removeAttribute('tabindex')
    }
    const watch = new ResizeObserver(look)
    watch.observe(current)
    for (const child of current.children) watch.observe(child)
    return () => watch.disconnect()
  }, [])
  return (
    <section ref={element} class="scroll" aria-label={label}>
      {children}
    </section>
  )
}
