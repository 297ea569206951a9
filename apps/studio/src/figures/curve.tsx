export interface CurveProps {
  label: string
  values: readonly number[]
  /** Pixels that there are across. */
  room: number
  height?: number
}

/** A line of values by iteration, on a scale of its own; logarithmic where the values span more than a hundredfold. */
export function Curve({ label, values, room, height = 120 }: CurveProps) {
  const width = Math.min(760, room)
  const pad = { left: 56, right: 12, top: 10, bottom: 24 }
  const least = Math.min(...values)
  const most = Math.max(...values)
  const logarithmic = least > 0 && most / least > 100
  const place = (value: number) => (logarithmic ? Math.log(value) : value)
  const [low, high] = [place(least), place(most)]
  const x = (i: number) => pad.left + ((width - pad.left - pad.right) * i) / Math.max(1, values.length - 1)
  const y = (value: number) =>
    pad.top + (height - pad.top - pad.bottom) * (high > low ? (high - place(value)) / (high - low) : 0.5)
  const points = values.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join(' ')
  const short = (value: number) =>
    Math.abs(value) >= 1e4 || (value !== 0 && Math.abs(value) < 1e-2)
      ? value.toExponential(1)
      : String(Number(value.toPrecision(3)))
  return (
    <svg
      role="img"
      aria-label={`${label}: from ${short(values[0])} to ${short(values[values.length - 1])} in ${values.length} iterations`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      fill="var(--muted)"
      font-size="12"
    >
      <line
        x1={pad.left}
        x2={width - pad.right}
        y1={height - pad.bottom}
        y2={height - pad.bottom}
        stroke="var(--line)"
      />
      <text x={pad.left - 10} y={pad.top} dy=".7em" text-anchor="end">
        {short(most)}
      </text>
      <text x={pad.left - 10} y={height - pad.bottom} text-anchor="end">
        {short(least)}
      </text>
      <text x={width - pad.right} y={height - 6} text-anchor="end">
        iteration {values.length}
      </text>
      <polyline points={points} fill="none" stroke="var(--accent)" stroke-width={2} stroke-linejoin="round" />
    </svg>
  )
}
