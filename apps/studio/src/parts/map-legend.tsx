import { grouped } from '@manyview/core/words'
import type { Legend } from '@manyview/drawing/map'
import type { ComponentChildren } from 'preact'

export interface MapLegendProps {
  legend: Legend
  /** The one name that is seen alone; undefined where names cannot be pressed. */
  only?: number | null
  choose(only: number | null): void
  /** A small picture for a name. */
  picture?(entry: number): ComponentChildren
}

/** What the colours mean; names can be pressed to see one alone. */
export function MapLegend({ legend, only, choose, picture }: MapLegendProps) {
  if (legend.kind === 'scale')
    return (
      <div class="scale">
        <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
          <defs>
            <linearGradient id="scale">
              {legend.stops.map((colour, i) => (
                <stop key={colour} offset={i / (legend.stops.length - 1)} stop-color={colour} />
              ))}
            </linearGradient>
          </defs>
          <rect width="100" height="8" fill="url(#scale)" />
        </svg>
        <p class="muted number-text">
          <span>{legend.low}</span>
          <span>{legend.high}</span>
        </p>
      </div>
    )
  return (
    <>
      <ul class="legend">
        {legend.entries.map(({ name, colour, count }, i) => (
          <li key={`${name}-${colour}-${count}`}>
            <button
              type="button"
              class="quiet"
              disabled={only === undefined}
              aria-pressed={only === i}
              onClick={() => choose(only === i ? null : i)}
            >
              <i class="dot" style={{ background: colour }} />
              <span class="cut" title={name}>
                {name}
              </span>
              {picture?.(i)}
              <span class="muted number-text">{grouped(count)}</span>
            </button>
          </li>
        ))}
      </ul>
      {legend.note && <p class="muted hint">{legend.note}</p>}
    </>
  )
}
