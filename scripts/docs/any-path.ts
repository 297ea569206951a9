import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What stands in a built site for the path that it will have on its host. */
export const anyPath = '/path-of-the-host/'

/** Said in the page before everything else; the scripts of the site ask for it. */
const name = 'siteBase'

/** Before the site's program takes the page over: links that stay while pages change must not depend on the page. */
const whole = `<script>for(const a of document.querySelectorAll('a[href],link[href]')){const to=new URL(a.getAttribute('href'),location.href);if(to.origin===location.origin&&!a.getAttribute('href').startsWith('#'))a.setAttribute('href',to.pathname+to.search+to.hash)}</script>`

/** Makes a site that was built for `anyPath` work from any path of any host: addresses become relative, and the program takes its path from the page. */
export function freePaths(folder: string): void {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, path)
    if (!/\.(html|js|css)$/.test(path) || /^studio[/\\]/.test(path)) continue
    const before = readFileSync(file, 'utf8')
    if (!before.includes(anyPath)) continue
    const after = path.endsWith('.html') ? freePage(before, depthOf(path)) : freeScript(before, path)
    if (after.includes(anyPath)) throw new Error(`${path}: an address would hold only at the root of a host`)
    writeFileSync(file, after)
  }
}

function freePage(page: string, depth: number): string {
  const up = upwards(depth)
  const base = `<script>window.${name}=new URL(${JSON.stringify(up)},location.href).pathname</script>`
  return page
    .replace(/JSON\.parse\(("(?:[^"\\]|\\.)*")\)/g, (_, text: string) => `JSON.parse(${taken(text)})`)
    .replaceAll(anyPath, up)
    .replace('<head>', () => `<head>${base}`)
    .replace('</body>', () => `${whole}</body>`)
}

function freeScript(code: string, path: string): string {
  // The contents of a page: where it stands is known.
  const [, page] = /"relativePath":"([^"]+)"/.exec(code) ?? []
  if (page !== undefined) return code.replaceAll(anyPath, upwards(depthOf(page)))
  // The index of the search is one long text.
  if (path.includes('localSearchIndex'))
    return code.replace(/='(?:[^'\\]|\\.)*'/s, (text) => `=${taken(text.slice(1))}`)
  return code.replaceAll(`"${anyPath}"`, `(globalThis.${name})`)
}

/** A text in quotes, with the path that the page has in place of the one that the site was built for. */
function taken(quoted: string): string {
  const [mark] = quoted
  return `${quoted.replaceAll(anyPath, '\\u0000')}.replaceAll(${mark}\\u0000${mark},globalThis.${name})`
}

const depthOf = (path: string) => path.split(/[/\\]/).length - 1
const upwards = (depth: number) => (depth === 0 ? './' : '../'.repeat(depth))
