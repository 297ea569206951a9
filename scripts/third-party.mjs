import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(fileURLToPath(new URL('..', import.meta.url)))

/** The licences of packages that are bundled, and of everything that they depend on, as one text. */
export function thirdPartyNotices(packages) {
  const open = packages.map((name) => ({ name, from: root }))
  const seen = new Map()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const folder = next.name.startsWith('@manyview/') ? undefined : folderOf(next)
    if (folder === undefined || seen.has(folder)) continue
    const { name, version, license, dependencies = {} } = readManifest(folder)
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
    const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `Licence: ${license}`
    seen.set(folder, `## ${name} ${version}\n\n${text}\n`)
    open.push(...Object.keys(dependencies).map((other) => ({ name: other, from: folder })))
  }
  return `# Licences of the packages bundled here\n\n${[...new Set(seen.values())].sort().join('\n')}`
}

/** The codecs of pictures, which `@manyview/formats` holds: whatever bundles it holds them, too. */
export function codecNotice() {
  return `\n## Codecs of pictures\n\n${readFileSync(join(root, 'packages/formats/NOTICE'), 'utf8')}`
}

/** Others' packages that are bundled into the page: its own, and those of our packages whose sources it is built from. */
export function bundledInPage() {
  const manifests = ['apps/studio', 'packages/formats', 'packages/drawing'].map((name) =>
    readManifest(join(root, name)),
  )
  const names = manifests.flatMap(({ dependencies, devDependencies }) =>
    Object.keys({ ...dependencies, ...devDependencies }),
  )
  // The page is built with vite, which is no part of it.
  return names.filter((name) => name !== 'vite')
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

/** Where a package finds another: in its own node_modules or in those above. Undefined where it is not installed. */
function folderOf({ name, from }) {
  const folder = join(from, 'node_modules', name)
  if (existsSync(folder)) return folder
  return dirname(from) === from || from === root ? undefined : folderOf({ name, from: dirname(from) })
}
