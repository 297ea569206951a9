import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const modules = fileURLToPath(new URL('../node_modules/', import.meta.url))

/** The licences of packages that are bundled, and of everything that they depend on, as one text. */
export function thirdPartyNotices(packages) {
  const open = [...packages]
  const seen = new Map()
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const folder = join(modules, name)
    if (seen.has(name) || name.startsWith('@manyview/') || !existsSync(folder)) continue
    const { version, license, dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
    const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `Licence: ${license}`
    seen.set(name, `## ${name} ${version}\n\n${text}\n`)
    open.push(...Object.keys(dependencies))
  }
  const parts = [...seen.keys()].sort().map((name) => seen.get(name))
  return `# Licences of the packages bundled here\n\n${parts.join('\n')}`
}
