import { useRef, useState } from 'preact/hooks'
import { Scroller } from '../parts/scroller.tsx'
import { showProblem } from '../state/show-problem.ts'
import { Drawing, type DrawingProps } from './drawing.tsx'
import { figureText, saveFigure } from './save-figure.ts'

export interface FigureProps extends Omit<DrawingProps, 'frame' | 'onDrawn'> {
  title: string
  file: string
  note?: string
}

/** A drawing with its title, a word of explanation and buttons that save it. */
export function Figure({ title, file, note, ...drawing }: FigureProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState(false)
  const save = (kind: 'svg' | 'png') => {
    const svg = frame.current?.querySelector('svg')
    if (svg) saveFigure(figureText(svg), file, kind).catch(showProblem)
  }
  return (
    <section class="figure">
      <header>
        <h3>{title}</h3>
        <SaveButtons what={title} save={save} disabled={!drawn} />
      </header>
      {note && <p class="muted">{note}</p>}
      <Scroller label={title}>
        <Drawing {...drawing} frame={frame} onDrawn={() => setDrawn(true)} />
      </Scroller>
    </section>
  )
}

interface SaveButtonsProps {
  what: string
  save(kind: 'svg' | 'png'): void
  /** True as long as there is nothing to save. */
  disabled?: boolean
}

/** Two small buttons, SVG and PNG. */
export function SaveButtons({ what, save, disabled }: SaveButtonsProps) {
  return (
    <span class="save">
      {(['svg', 'png'] as const).map((kind) => (
        <button
          key={kind}
          type="button"
          class="quiet small"
          disabled={disabled}
          aria-label={`Save ${what} as ${kind.toUpperCase()}`}
          onClick={() => save(kind)}
        >
          {kind.toUpperCase()}
        </button>
      ))}
    </span>
  )
}
