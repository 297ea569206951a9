/**
 * Makes a release: writes its version everywhere, dates the changelog, commits and tags.
 *
 *     npm run release -- minor      or patch, major, or a version such as 1.2.0
 *
 * Nothing is pushed or published: pushing the tag starts .github/workflows/publish.yml.
 */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

const old = JSON.parse(read('packages/manyview/package.json')).version
const version = next(old, process.argv[2])
const problem = whatStands()
if (problem) {
  console.error(`release: ${problem}`)
  process.exit(1)
}
const manifests = [...readdirSync(`${root}packages`).map((name) => `packages/${name}`), 'apps/studio']
for (const folder of manifests) rewrite(`${folder}/package.json`, inManifest)
rewrite('package-lock.json', inLock)
rewrite('clients/python/pyproject.toml', once(`version = "${old}"`, `version = "${version}"`))
rewrite('clients/python/src/manyview/__init__.py', once(`__version__ = "${old}"`, `__version__ = "${version}"`))
rewrite('clients/r/DESCRIPTION', once(`Version: ${old}`, `Version: ${version}`))
rewrite('CITATION.cff', once(`version: ${old}`, `version: ${version}`))
rewrite('docs/cite.md', (text) => text.replaceAll(old, version))
const today = new Date().toISOString().slice(0, 10)
rewrite('CHANGELOG.md', once('## Unreleased\n', `## Unreleased\n\n## ${version}, ${today}\n`))
git('commit', '--all', '--message', `Release ${version}`)
git('tag', '--annotate', `v${version}`, '--message', `Manyview ${version}`)
console.log(`Manyview ${version} is committed and tagged; "git push --follow-tags" publishes it.`)

/** The version that follows, or null where the word is none. */
function next(from, word) {
  const [major, minor, patch] = from.split('.').map(Number)
  if (word === 'major') return `${major + 1}.0.0`
  if (word === 'minor') return `${major}.${minor + 1}.0`
  if (word === 'patch') return `${major}.${minor}.${patch + 1}`
  return /^\d+\.\d+\.\d+$/.test(word ?? '') ? word : null
}

/** Why there can be no release just now; empty when there can. */
function whatStands() {
  if (version === null) return `"${process.argv[2] ?? ''}" is no version, give patch, minor, major or one such as 1.2.0`
  if (git('status', '--porcelain') !== '') return 'there are changes that are not committed, commit them first'
  if (git('tag', '--list', `v${version}`) !== '') return `v${version} is tagged already, give another version`
  const unreleased = /## Unreleased\n(.*?)(?=\n## |$)/s.exec(read('CHANGELOG.md'))?.[1].trim()
  return unreleased ? '' : 'CHANGELOG.md has nothing under Unreleased, write what users will notice'
}

function read(path) {
  return readFileSync(root + path, 'utf8')
}

function rewrite(path, change) {
  const text = read(path)
  const changed = change(text)
  if (changed === text) throw new Error(`${path}: the version ${old} was not found`)
  writeFileSync(root + path, changed)
}

function once(from, to) {
  return (text) => text.replace(from, () => to)
}

/** Our version and the versions that we ask of our other packages; nothing else of a manifest. */
function inManifest(text) {
  return text.replace(/^( *"(?:version|@manyview\/\w+)": )"[^"]+"/gm, `$1"${version}"`)
}

function inLock(text) {
  const lock = JSON.parse(text)
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (!/^(packages|apps)\//.test(path)) continue
    entry.version = version
    for (const list of [entry.dependencies ?? {}, entry.devDependencies ?? {}])
      for (const name of Object.keys(list)) if (name.startsWith('@manyview/')) list[name] = version
  }
  return `${JSON.stringify(lock, null, 2)}\n`
}
