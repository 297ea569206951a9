const MS_PER_DAY = 86_400_000

/** A day, counted from 1970, as `2026-11-16`. */
export function dateText(day: number): string {
  return Number.isFinite(day) ? new Date(Math.round(day) * MS_PER_DAY).toISOString().slice(0, 10) : '–'
}
