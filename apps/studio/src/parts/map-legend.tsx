import { grouped } from '@manyview/core/words'
import type { Legend } from '@manyview/drawing/map'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

export interface MapLegendProps {
  legend: Legend
  /** The one name that is seen alone; undefined where names cannot be pressed. */
  only?: number | null
  choose(only: number | null): void
  /** A small picture for a name. */
  picture?(entry: number): ComponentChildren
  /** A field for another name of an entry, which calls `end` when it is done; undefined where names are fixed. */
  rename?(entry: number, end: () => void): ComponentChildren
}

/** What the colours mean; names can be pressed to see one alone. */
export function MapLegend({ legend, only, choose, picture, rename }: MapLegendProps) {
  const [naming, setNaming] = useState<number | null>(null)
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
          <li key={`${i}-${colour}`}>
            {naming === i ? (
              rename?.(i, () => setNaming(null))
            ) : (
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
            )}
            {rename && (
              <button
                type="button"
                class="quiet small icon"
                aria-label={`Rename ${name}`}
                title="Rename"
                onClick={() => setNaming(i)}
              >
                ✎
              </button>
            )}
          </li>
        ))}
      </ul>
      {legend.note && <p class="muted hint">{legend.note}</p>}
    </>
  )
}
