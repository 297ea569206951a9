import { readFileSync, writeFileSync } from 'node:fs'

/** Replaces what stands between the markers of that name in a page of docs/. */
export function writeBetween(page: 'performance.md' | 'research/speed.md', name: string, text: string): void {
  const path = new URL(`../../docs/${page}`, import.meta.url)
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const before = readFileSync(path, 'utf8')
  const [start, end] = [before.indexOf(open), before.indexOf(close)]
  if (start < 0 || end < start) throw new Error(`docs/${page} has no place for ${name}: ${open} … ${close}`)
  writeFileSync(path, `${before.slice(0, start + open.length)}\n${text}\n${before.slice(end)}`)
}
