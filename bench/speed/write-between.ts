import { readFileSync, writeFileSync } from 'node:fs'

/** Replaces what stands between the markers of that name in docs/performance.md. */
export function writeBetween(name: string, text: string): void {
  const path = new URL('../../docs/performance.md', import.meta.url)
  const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const page = readFileSync(path, 'utf8')
  const [start, end] = [page.indexOf(open), page.indexOf(close)]
  if (start < 0 || end < start) throw new Error(`docs/performance.md has no place for ${name}: ${open} … ${close}`)
  writeFileSync(path, `${page.slice(0, start + open.length)}\n${text}\n${page.slice(end)}`)
}
