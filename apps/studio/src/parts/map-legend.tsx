import type { Legend } from '../map/map-colours.ts'

/** What the colours mean. Where `only` is given (also as null), names can be pressed to see one alone. */
export function MapLegend({
  legend,
  only,
  choose,
}: {
  legend: Legend
  only?: number | null
  choose(only: number | null): void
}) {
  if (legend.kind === 'scale')
    return (
      <div class="scale">
        <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
          <defs>
            <linearGradient id="scale">
              <stop stop-color={legend.from} />
              <stop offset="1" stop-color={legend.to} />
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
            <span class="cut">{name}</span>
            <span class="muted number-text">{count.toLocaleString('en')}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
