import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** The names that an entry of the package exports. */
function namesOf(entry: string): string[] {
  const text = readFileSync(new URL(`../src/${entry}`, import.meta.url), 'utf8')
  const lists = [...text.matchAll(/export (?:type )?\{([^}]*)\}/g)].map(([, list]) => list)
  return lists.flatMap((list) =>
    list
      .split(',')
      .map((name) => name.replace(/^\s*type /, '').trim())
      .filter((name) => name !== '')
      .map((name) => name.split(' as ').at(-1)!),
  )
}

const entries = [
  'index.ts',
  'metadata/index.ts',
  'methods/index.ts',
  'metrics/index.ts',
  'numerics.ts',
  'runtime/index.ts',
  'words/index.ts',
]

describe('the entries of the library', () => {
  it('have at most 45 names at the root', () => {
    const names = namesOf('index.ts')
    expect(names).toContain('cluster')
    expect(names).toContain('InputErrorInfo')
    expect(names.length).toBeLessThanOrEqual(45)
  })

  it('have every name in one place only', () => {
    const all = entries.flatMap(namesOf)
    expect(all.filter((name, place) => all.indexOf(name) !== place)).toEqual([])
  })
})
