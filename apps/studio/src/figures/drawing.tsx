import { type Canvas, clusterColours, pageTheme } from '@manyview/drawing'
import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { dark } from '../state/dark.ts'
import { showProblem } from '../state/show-problem.ts'

export interface DrawingProps {
  /** What is drawn: a change of any draws again. */
  of: readonly unknown[]
  draw(canvas: Canvas): Promise<string>
  /** What is told to those who do not see it; the figure's own title by default. */
  told?: string
  /** Pixels that it takes across, even where there is less room. */
  least?: number
  /** A dot of the figure was clicked; dots count in the order of the figure, the first row of them. */
  pick?(dot: number): void
  frame?: RefObject<HTMLDivElement | null>
}

/** The widest that a figure is drawn where there is more room. */
const widest = 720
/** Colours for clusters and classes; they repeat after these. */
const colours = 100

/** A figure, as wide as there is room, in the colours of the page. */
export function Drawing({ of, draw, told, least = 0, pick, frame }: DrawingProps) {
  const own = useRef<HTMLDivElement>(null)
  const element = frame ?? own
  const room = useWidth(element)
  const isDark = dark.value
  const latest = useRef(pick)
  latest.current = pick
  useEffect(() => {
    if (room === 0) return
    let wanted = true
    const palette = clusterColours(colours, isDark)
    const theme = { ...pageTheme, cluster: (cluster: number) => palette[cluster % colours] }
    draw({ theme, width: Math.max(least, Math.min(widest, room)), document: () => document })
      .then((svg) => {
        if (!wanted || !element.current) return
        element.current.innerHTML = svg
        element.current
          .querySelectorAll('[data-mark=dot]')[0]
          ?.querySelectorAll('circle')
          .forEach((dot, i) => {
            dot.addEventListener('click', () => latest.current?.(i))
          })
        if (told) element.current.firstElementChild!.setAttribute('aria-label', told)
      })
      .catch(showProblem)
    return () => {
      wanted = false
    }
  }, [...of, room, least, isDark])
  return <div ref={element} class={pick ? 'drawing pickable' : 'drawing'} />
}

/** Pixels across an element; 0 until it is there. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry.contentRect.width)))
    watch.observe(element.current!)
    return () => watch.disconnect()
  }, [element])
  return width
}
