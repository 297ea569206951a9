import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Scroller } from '../parts/scroller.tsx'
import { showProblem } from '../state/show-problem.ts'
import { figureText, saveFigure } from './save-figure.ts'

export interface FigureProps {
  title: string
  file: string
  note?: string
  /** Draws one SVG, as wide as there is room (pixels). */
  draw(width: number): ComponentChildren
}

/** A drawing with its title, a word of explanation and buttons that save it. */
export function Figure({ title, file, note, draw }: FigureProps) {
  const frame = useRef<HTMLElement>(null)
  const width = useWidth(frame)
  const save = (kind: 'svg' | 'png') => {
    const svg = frame.current?.querySelector('svg')
    if (svg) saveFigure(figureText(svg), file, kind).catch(showProblem)
  }
  return (
    <section class="figure">
      <header>
        <h3>{title}</h3>
        <SaveButtons what={title} save={save} />
      </header>
      {note && <p class="muted">{note}</p>}
      <Scroller frame={frame} label={title}>
        {width > 0 && draw(width)}
      </Scroller>
    </section>
  )
}

/** Pixels across an element; 0 until it is there. */
function useWidth(element: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) => setWidth(Math.floor(entry.contentRect.width)))
    watch.observe(element.current!)
    return () => watch.disconnect()
  }, [element])
  return width
}

/** Two small buttons, SVG and PNG. */
export function SaveButtons({ what, save }: { what: string; save(kind: 'svg' | 'png'): void }) {
  return (
    <span class="save">
      {(['svg', 'png'] as const).map((kind) => (
        <button
          key={kind}
          type="button"
          class="quiet small"
          aria-label={`Save ${what} as ${kind.toUpperCase()}`}
          onClick={() => save(kind)}
        >
          {kind.toUpperCase()}
        </button>
      ))}
    </span>
  )
}
