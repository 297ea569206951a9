import { grouped } from './numbers.ts'

/** Writes a time for people: `0.4 ms`, `85 ms`, `2.31 s`, `12.4 s`, `3 min 5 s`, `1 h 20 min`. What rounds up to the next unit is written in it. */
export function duration(seconds: number): string {
  if (!(Number.isFinite(seconds) && seconds >= 0)) return '–'
  if (seconds === 0) return '0 s'
  if (seconds < 0.0995) return `${Number((1000 * seconds).toPrecision(seconds < 0.001 ? 1 : 2))} ms`
  if (seconds < 9.995) return `${Number(seconds.toFixed(2))} s`
  if (seconds < 59.95) return `${Number(seconds.toFixed(1))} s`
  const whole = Math.round(seconds)
  if (whole < 3600) return pair(Math.floor(whole / 60), 'min', whole % 60, 's')
  const minutes = Math.round(seconds / 60)
  return pair(Math.floor(minutes / 60), 'h', minutes % 60, 'min')
}

function pair(large: number, unit: string, small: number, smaller: string): string {
  const first = `${grouped(large)} ${unit}`
  return small === 0 ? first : `${first} ${small} ${smaller}`
}

const MS_PER_DAY = 86_400_000

/** Writes a day, counted from 1970, as `2026-11-16`. */
export function dateText(day: number): string {
  return Number.isFinite(day) ? new Date(Math.round(day) * MS_PER_DAY).toISOString().slice(0, 10) : '–'
}
