import { type Canvas, clusterColours, handlesOf, pageTheme } from '@manyview/drawing'
import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { showProblem } from '../state/show-problem.ts'
import { dark } from '../state/theme.ts'

export interface DrawingProps {
  /** What is drawn: a change of any draws again. */
  of: readonly unknown[]
  draw(canvas: Canvas): Promise<string>
  /** What is told to those who do not see it; the figure's own title by default. */
  description?: string
  /** Pixels that it takes across, even where there is less room. */
  least?: number
  /** A part of the figure was clicked: a number of clusters, or a cell of a table, counted row by row. */
  pick?(number: number): void
  frame?: RefObject<HTMLDivElement | null>
  /** Hears when the figure is there. */
  onDrawn?(): void
}

/** The widest that a figure is drawn where there is more room. */
const widest = 720
/** Colours for clusters and classes; they repeat after these. */
const colours = 100

/** A figure, as wide as there is room, in the colours of the page. */
export function Drawing({ of, draw, description: told, least = 0, pick, frame, onDrawn }: DrawingProps) {
  const ownFrame = useRef<HTMLDivElement>(null)
  const element = frame ?? ownFrame
  const room = useWidth(element)
  const isDark = dark.value
  const latest = useRef(pick)
  latest.current = pick
  useEffect(() => {
    if (room === 0) return
    let isCurrent = true
    const palette = clusterColours(colours, isDark)
    const theme = { ...pageTheme, cluster: (cluster: number) => palette[cluster % colours] }
    draw({ theme, width: Math.max(least, Math.min(widest, room)), document: () => document })
      .then((svg) => {
        if (!isCurrent || !element.current) return
        element.current.innerHTML = svg
        for (const { part, number } of handlesOf(element.current))
          part.addEventListener('click', () => latest.current?.(number))
        if (told) element.current.firstElementChild!.setAttribute('aria-label', told)
        onDrawn?.()
      })
      .catch(showProblem)
    return () => {
      isCurrent = false
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
