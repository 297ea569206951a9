import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const read = (path) => JSON.parse(readFileSync(`${root}${path}`, 'utf8'))

/** What a release brings along, as CycloneDX 1.6: packages that are installed with ours, and those that are part of ours, with all that they ask for. Checksums come from the lockfile. */
export function sbom(version) {
  const lock = read('package-lock.json').packages
  const components = new Map()
  const add = (name, from, scope) => {
    const place = placeOf(lock, name, from)
    if (place === null) return
    const entry = lock[place]
    if (entry.link || components.has(place)) return
    components.set(place, component(name, entry, scope))
    for (const next of Object.keys(entry.dependencies ?? {})) add(next, place, scope)
  }
  const folders = readdirSync(`${root}packages`).map((name) => `packages/${name}`)
  for (const folder of [...folders, 'apps/studio']) {
    const { dependencies = {}, optionalDependencies = {}, devDependencies = {} } = read(`${folder}/package.json`)
    for (const name of Object.keys(dependencies)) add(name, folder, 'required')
    for (const name of Object.keys(optionalDependencies)) add(name, folder, 'optional')
    // What is only a devDependency of a package is bundled into it.
    for (const name of Object.keys(devDependencies)) add(name, folder, 'required')
  }
  const ours = { type: 'application', name: 'manyview', version, licenses: [{ license: { id: 'MIT' } }] }
  const sorted = [...components].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
  return { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata: { component: ours }, components: sorted }
}

/** Where the lockfile has the package that `from` finds by a name; null where it was not installed. */
function placeOf(lock, name, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (lock[place]) return place
    if (folder === '') return null
  }
}

function component(name, { version, license, integrity }, scope) {
  const [, algorithm, base64] = /^(sha\d+)-(.+)$/.exec(integrity ?? '') ?? []
  return {
    type: 'library',
    name,
    version,
    scope,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(license ? { licenses: [{ expression: license }] } : {}),
    ...(base64
      ? { hashes: [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(base64, 'base64').toString('hex') }] }
      : {}),
  }
}
