/** One bar of a bar chart: `share` is its length, 0 … 1. */
export interface Bar {
  name: string
  share: number
  text: string
  colour?: string
}

/** Horizontal bars with their names and numbers. */
export function Bars({ label, bars, room: given }: { label: string; bars: readonly Bar[]; room: number }) {
  const width = Math.min(720, given)
  const longest = Math.min(Math.floor(width / 22), Math.max(4, ...bars.map(({ name }) => name.length)))
  const left = 16 + 7.2 * longest
  const right = 16 + 7.5 * Math.max(...bars.map(({ text }) => text.length))
  const row = 30
  const room = width - left - right
  return (
    <svg
      role="img"
      aria-label={`${label}: ${bars.map(({ name, text }) => `${name} ${text}`).join(', ')}`}
      viewBox={`0 0 ${width} ${row * bars.length + 4}`}
      width={width}
      height={row * bars.length + 4}
      fill="var(--ink)"
      font-size="13"
    >
      {bars.map(({ name, share, text, colour = 'var(--accent)' }, i) => (
        <g key={name} transform={`translate(0 ${i * row + 2})`}>
          <text x={left - 12} y={row / 2} dy=".35em" text-anchor="end">
            {name.length > longest ? `${name.slice(0, longest - 1)}…` : name}
          </text>
          <rect x={left} y={row / 2 - 5} width={room} height={10} rx={5} fill="var(--line)" />
          <rect
            x={left}
            y={row / 2 - 5}
            width={Math.max(2, room * Math.min(1, Math.max(0, share)))}
            height={10}
            rx={5}
            fill={colour}
          />
          <text x={width - 4} y={row / 2} dy=".35em" text-anchor="end" fill="var(--muted)">
            {text}
          </text>
        </g>
      ))}
    </svg>
  )
}
