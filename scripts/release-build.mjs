/**
 * Builds everything that a release publishes into the folder `release` and checks it: the npm packages, the wheel and the source archive of Python, the package of R, the container, a list of what comes along (SBOM), and checksums.
 *
 *     npm run build && npm run release:build          what cannot be built here is skipped and said
 *     npm run build && npm run release:build -- --all    is an error instead
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sbom } from './sbom.mjs'

const root = fileURLToPath(new URL('../', import.meta.url))
const out = join(root, 'release')
const all = process.argv.includes('--all')
const place = mkdtempSync(join(tmpdir(), 'manyview-build-'))

const read = (path) => readFileSync(join(root, path), 'utf8')
const say = (text) => console.log(`\n== ${text}`)
const works = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0
const run = (command, args, cwd = root) =>
  execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
const check = (ok, what) => {
  if (!ok) throw new Error(`the build of the release failed: ${what}`)
  console.log(`   ${what}`)
}
const skip = (what, why) => {
  if (all) throw new Error(`${what} cannot be built: ${why}`)
  console.log(`   skipped: ${what} (${why})`)
}

try {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out)

  say('versions')
  const versions = versionsEverywhere()
  const [[, version]] = versions
  for (const [path, found] of versions) if (found !== version) throw new Error(`${path} has ${found}, not ${version}`)
  check(true, `${version} in ${versions.length} places`)

  say('npm packages')
  for (const built of ['packages/manyview/dist/studio/index.html', 'packages/drawing/dist/manyview-map.js'])
    if (!existsSync(join(root, built))) throw new Error(`${built} was not built, run "npm run build" first`)
  for (const name of readdirSync(join(root, 'packages')))
    console.log(
      `   ${run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', out, `./packages/${name}`]).trim()}`,
    )

  say('Python and R')
  run('node', ['scripts/build-clients.mjs'])
  const python = [process.env.PYTHON, '/usr/bin/python3', 'python3'].find(
    (path) => path && works(path, '-c', 'import build, twine, wheel'),
  )
  if (python) {
    run(python, ['-m', 'build', '--no-isolation', '--outdir', out, 'clients/python'])
    const built = readdirSync(out).filter((name) => name.startsWith('manyview-') && !name.endsWith('.tgz'))
    run(python, ['-m', 'twine', 'check', '--strict', ...built.map((name) => join(out, name))])
    check(built.length === 2, built.join(', '))
  } else skip('the Python package', 'there is no Python with build, twine and wheel')
  if (works('R', '--version')) {
    run('R', ['CMD', 'build', join(root, 'clients/r')], place)
    const archive = `manyview_${version}.tar.gz`
    mkdirSync(join(place, 'library'))
    if (works('Rscript', '-e', 'library(jsonlite)'))
      run('R', ['CMD', 'INSTALL', `--library=${join(place, 'library')}`, archive], place)
    writeFileSync(join(out, archive), readFileSync(join(place, archive)))
    check(true, archive)
  } else skip('the R package', 'there is no R')

  say('container')
  if (works('docker', 'info')) {
    run('docker', ['build', '--quiet', '--tag', `manyview:${version}`, '.'])
    const inside = (...args) => run('docker', ['run', '--rm', ...args]).trim()
    check(inside(`manyview:${version}`, '--version').startsWith(version), 'docker run manyview --version')
    check(inside('--entrypoint', 'id', `manyview:${version}`, '-u') !== '0', 'it does not run as root')
    const bytes = Number(run('docker', ['image', 'inspect', '--format', '{{.Size}}', `manyview:${version}`]))
    check(bytes < 500e6, `${Math.round(bytes / 1e6)} MB (at most 500)`)
  } else skip('the container', 'Docker does not run here')

  say('what comes along, and checksums')
  const list = sbom(version)
  writeFileSync(join(out, 'sbom.cdx.json'), `${JSON.stringify(list, null, 2)}\n`)
  check(list.components.length > 20, `sbom.cdx.json: ${list.components.length} packages`)
  const files = readdirSync(out).sort()
  const sums = files.map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(out, name)))
        .digest('hex')}  ${name}\n`,
  )
  writeFileSync(join(out, 'SHA256SUMS'), sums.join(''))
  check(true, `SHA256SUMS: ${files.length} files`)
} finally {
  rmSync(place, { recursive: true, force: true })
}

/** Every place that names the version, with what it says. */
function versionsEverywhere() {
  const manifests = [...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`), 'apps/studio'].flatMap(
    (folder) => {
      const path = `${folder}/package.json`
      const { version, dependencies = {}, devDependencies = {} } = JSON.parse(read(path))
      const siblings = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) =>
        name.startsWith('@manyview/'),
      )
      return [[path, version], ...siblings.map(([name, wanted]) => [`${path}: ${name}`, wanted])]
    },
  )
  const texts = [
    ['clients/python/pyproject.toml', /^version = "(.+)"$/m],
    ['clients/python/src/manyview/__init__.py', /^__version__ = "(.+)"$/m],
    ['clients/r/DESCRIPTION', /^Version: (.+)$/m],
    ['CITATION.cff', /^version: (.+)$/m],
    ['docs/cite.md', /version = \{(.+)\}/],
  ]
  return [...manifests, ...texts.map(([path, pattern]) => [path, pattern.exec(read(path))?.[1]])]
}
