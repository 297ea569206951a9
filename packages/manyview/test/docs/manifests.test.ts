import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './pages.ts'

const manifest = (path: string) => JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'))
const whole = manifest('.')

describe.each(readdirSync(join(root, 'packages')))('packages/%s', (name) => {
  const own = manifest(`packages/${name}`)

  it('says where it comes from, what it needs and how it may be used, as the whole does', () => {
    expect(own.repository).toEqual({ ...whole.repository, directory: `packages/${name}` })
    expect(own.homepage).toBe(whole.homepage)
    expect(own.license).toBe(whole.license)
    expect(own.engines).toEqual(whole.engines)
    expect(own.keywords).toContain('multi-view')
    expect(own.description.length).toBeGreaterThan(20)
  })

  it('names as files with effects only such that run by being loaded', () => {
    const effects: string[] = own.sideEffects || []
    for (const path of effects) expect(path).toMatch(/worker\.js$|command\.js$|manyview-map\.js$|bin\/manyview\.js$/)
    const workers = existsSync(join(root, 'packages', name, 'dist'))
      ? readdirSync(join(root, 'packages', name, 'dist')).filter((file) => file.endsWith('-worker.js'))
      : []
    for (const worker of workers) expect(effects).toContain(`./dist/${worker}`)
  })

  it('has the version of all packages, and asks for the same of its siblings', () => {
    const { version } = manifest('packages/manyview')
    expect(own.version).toBe(version)
    for (const [other, wanted] of Object.entries(own.dependencies ?? {}))
      if (other.startsWith('@manyview/')) expect(wanted, other).toBe(version)
  })
})

describe('the address of the repository', () => {
  const address = whole.repository.url.replace(/^git\+|\.git$/g, '')

  it.each(['clients/python/pyproject.toml', 'clients/r/DESCRIPTION', 'CITATION.cff', 'docs/cite.md'])(
    'is the same in %s',
    (path) => {
      expect(readFileSync(join(root, path), 'utf8')).toContain(address)
    },
  )
})
