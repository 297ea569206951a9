import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { showProblem } from '../state/show-problem.ts'
import { figureText, saveFigure } from './save-figure.ts'

/** A drawing with its title, a word of explanation and buttons that save it. `children` is one SVG. */
export function Figure(props: { title: string; file: string; note?: string; children: ComponentChildren }) {
  const { title, file, note, children } = props
  const frame = useRef<HTMLDivElement>(null)
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
      <div ref={frame} class="drawing">
        {children}
      </div>
    </section>
  )
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
