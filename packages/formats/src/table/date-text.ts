/** A date as text: `2024-01-05`, with the time of day behind it where it is not midnight; nothing for no date. In Greenwich's time, as most files keep it. */
export function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return ''
  return date
    .toISOString()
    .replace('T00:00:00.000Z', '')
    .replace('T', ' ')
    .replace(/(\.000)?Z$/, '')
}

/** A time of day, given in milliseconds, as text: `10:30:00`. */
export function timeText(milliseconds: number): string {
  const date = new Date(milliseconds)
  return Number.isNaN(date.getTime())
    ? ''
    : date
        .toISOString()
        .slice(11)
        .replace(/(\.000)?Z$/, '')
}
