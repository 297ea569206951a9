import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const manifests = [...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`), 'apps/studio'].map(
  (folder) => `${folder}/package.json`,
)
/** All that a release touches, and the script itself. */
const files = [
  ...manifests,
  ...['package-lock.json', 'CITATION.cff', 'docs/cite.md', 'scripts/release.mjs'],
  ...['clients/python/pyproject.toml', 'clients/python/src/manyview/__init__.py', 'clients/r/DESCRIPTION'],
]

describe('npm run release', () => {
  let folder: string
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim()
  const release = (word: string) =>
    spawnSync(process.execPath, ['scripts/release.mjs', word], { cwd: folder, encoding: 'utf8' })
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'manyview-release-'))
    for (const path of files) cpSync(join(root, path), join(folder, path))
    writeFileSync(
      join(folder, 'CHANGELOG.md'),
      '# Changes\n\n## Unreleased\n\n- Something new.\n\n## 0.0.1, 2026-01-01\n\n- Old.\n',
    )
    git('init', '--quiet')
    git('config', 'user.name', 'A maintainer')
    git('config', 'user.email', 'maintainer@manyview.example')
    git('add', '.')
    git('commit', '--quiet', '--message', 'Before')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  it('writes the version everywhere, dates the changes, commits and tags', () => {
    const { stdout, stderr, status } = release('9.8.7')
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
    expect(stdout).toContain('9.8.7')
    for (const path of manifests) {
      const { version, dependencies = {}, devDependencies = {} } = JSON.parse(read(path))
      expect(version, path).toBe('9.8.7')
      for (const [name, wanted] of Object.entries({ ...dependencies, ...devDependencies }))
        if (name.startsWith('@manyview/')) expect(wanted, `${path}: ${name}`).toBe('9.8.7')
    }
    const { packages } = JSON.parse(read('package-lock.json'))
    expect(packages['packages/manyview'].version).toBe('9.8.7')
    expect(packages['packages/manyview'].dependencies['@manyview/core']).toBe('9.8.7')
    expect(packages['packages/manyview'].dependencies.commander).not.toBe('9.8.7')
    expect(read('clients/python/pyproject.toml')).toContain('\nversion = "9.8.7"\n')
    expect(read('clients/python/src/manyview/__init__.py')).toContain('__version__ = "9.8.7"')
    expect(read('clients/r/DESCRIPTION')).toContain('\nVersion: 9.8.7\n')
    expect(read('CITATION.cff')).toContain('\nversion: 9.8.7\n')
    expect(read('docs/cite.md')).toContain('Manyview 9.8.7')
    expect(read('CHANGELOG.md')).toMatch(/## Unreleased\n\n## 9\.8\.7, \d{4}-\d\d-\d\d\n\n- Something new\.\n/)
    expect(git('describe')).toBe('v9.8.7')
    expect(git('status', '--porcelain')).toBe('')
    expect(release('patch').stderr).toContain('nothing under Unreleased')
  })

  it.each([
    ['patch', 2],
    ['minor', 1],
    ['major', 0],
  ] as const)('counts on from the last version: %s', (word, place) => {
    const before = JSON.parse(read('packages/manyview/package.json')).version.split('.').map(Number)
    expect(release(word).status).toBe(0)
    const expected = before.map((number: number, i: number) => (i < place ? number : i === place ? number + 1 : 0))
    expect(JSON.parse(read('packages/core/package.json')).version).toBe(expected.join('.'))
  })

  it('refuses what is no version, and a tree with changes', () => {
    expect(release('huge').stderr).toContain('"huge" is no version')
    writeFileSync(join(folder, 'CITATION.cff'), 'changed')
    expect(release('minor')).toMatchObject({ status: 1, stderr: expect.stringContaining('not committed') })
  })
})
