import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** What each package may import of the others; nothing points the other way. */
const arrows: Record<string, readonly string[]> = {
  core: [],
  formats: ['core'],
  drawing: ['formats', 'core'],
  gpu: ['core'],
  rivals: ['core'],
  manyview: ['rivals', 'gpu', 'drawing', 'formats', 'core'],
}
const packageNames: Record<string, string> = {
  '@manyview/core': 'core',
  '@manyview/formats': 'formats',
  '@manyview/drawing': 'drawing',
  '@manyview/gpu': 'gpu',
  '@manyview/rivals': 'rivals',
  manyview: 'manyview',
}
const builtins = new Set(builtinModules)

interface Import {
  from: string
  to: string
  /** True when it is gone at run time. */
  typesOnly: boolean
  /** True for `import()`, which loads the file when it is called. */
  onDemand: boolean
}

function sources(name: string): string[] {
  return filesIn(join(root, 'packages', name, 'src'))
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .map((path) => join(folder, path))
}

function importsOf(path: string): Import[] {
  const found: Import[] = []
  const visit = (node: ts.Node): void => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier)
      found.push({
        from: path,
        to: (node.moduleSpecifier as ts.StringLiteral).text,
        typesOnly: onlyTypes(node),
        onDemand: false,
      })
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      found.push({ from: path, to: (node.arguments[0] as ts.StringLiteral).text, typesOnly: false, onDemand: true })
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022))
  return found
}

function onlyTypes(node: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly
  const clause = node.importClause
  if (!clause) return false
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true
  const names = clause.namedBindings
  return (
    !clause.name && names !== undefined && ts.isNamedImports(names) && names.elements.every((name) => name.isTypeOnly)
  )
}

const files = Object.keys(arrows).flatMap(sources)
const imports = files.flatMap(importsOf)
const short = (path: string) => relative(root, path).replaceAll(sep, '/')
const packageOf = (path: string) => short(path).split('/')[1]

/** The first way round in a circle, file by file; empty when there is none. */
function findCycle(edges: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const visit = (path: string, trail: string[]): string[] => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path]
    if (done.has(path)) return []
    for (const next of edges.get(path) ?? []) {
      const cycle = visit(next, [...trail, path])
      if (cycle.length > 0) return cycle
    }
    done.add(path)
    return []
  }
  for (const path of edges.keys()) {
    const cycle = visit(path, [])
    if (cycle.length > 0) return cycle
  }
  return []
}

/** Sets of files of which each can be reached from each other. */
function circles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const reach = new Map([...edges.keys()].map((path) => [path, reachable(edges, path)]))
  const found = new Map<string, string[]>()
  for (const [path, others] of reach) {
    if (!others.has(path)) continue
    const circle = [...others].filter((other) => reach.get(other)?.has(path)).sort()
    found.set(circle.join(), circle)
  }
  return [...found.values()]
}

/** All that can be reached from a file, itself only in a circle. */
function reachable(edges: ReadonlyMap<string, readonly string[]>, from: string): Set<string> {
  const seen = new Set<string>()
  const open = [from]
  for (let path = open.pop(); path !== undefined; path = open.pop())
    for (const next of edges.get(path) ?? [])
      if (!seen.has(next)) {
        seen.add(next)
        open.push(next)
      }
  return seen
}

describe('the packages', () => {
  it('are read: every package has files, and files import each other', () => {
    for (const name of Object.keys(arrows)) expect(sources(name).length, name).toBeGreaterThan(0)
    expect(imports.length).toBeGreaterThan(files.length)
  })

  it('import only packages that their arrows point to', () => {
    const wrong = imports.filter(({ from, to }) => {
      const target = Object.entries(packageNames).find(([name]) => to === name || to.startsWith(`${name}/`))?.[1]
      return target !== undefined && !arrows[packageOf(from)].includes(target)
    })
    expect(wrong.map(({ from, to }) => `${short(from)} imports ${to}`)).toEqual([])
  })

  it('never reach into the files of another package', () => {
    const wrong = imports.filter(
      ({ from, to }) =>
        to.startsWith('.') && !resolve(dirname(from), to).startsWith(join(root, 'packages', packageOf(from)) + sep),
    )
    expect(wrong.map(({ from, to }) => `${short(from)} imports ${to}`)).toEqual([])
  })

  it('declare what they import, and core imports nothing from outside', () => {
    const missing: string[] = []
    for (const name of Object.keys(arrows)) {
      const manifest = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'))
      const { dependencies, optionalDependencies, peerDependencies, devDependencies } = manifest
      if (name === 'core') expect(dependencies ?? {}, 'run-time dependencies of core').toEqual({})
      // What is only a devDependency is bundled into the package.
      const declared = Object.keys({
        ...dependencies,
        ...optionalDependencies,
        ...peerDependencies,
        ...devDependencies,
      })
      for (const { from, to } of imports) {
        if (packageOf(from) !== name || to.startsWith('.') || to.startsWith('node:')) continue
        const wanted = to.split('/', to.startsWith('@') ? 2 : 1).join('/')
        if (!declared.includes(wanted)) missing.push(`${short(from)} imports ${to}`)
      }
    }
    expect(missing).toEqual([])
  })

  it('of every package but the command are free of Node, so that they run in a browser', () => {
    const wrong = imports.filter(
      ({ from, to }) => packageOf(from) !== 'manyview' && (to.startsWith('node:') || builtins.has(to.split('/')[0])),
    )
    expect(wrong.map(({ from, to }) => `${short(from)} imports ${to}`)).toEqual([])
  })
})

/** The folders of packages/core/src in their order, which ARCHITECTURE.md shows: each may import from its own layer and from those before it. A file that is named stands in another layer than its folder. */
const coreLayers = [
  ['words', 'input-error.ts', 'options.ts'],
  ['numerics', 'runtime'],
  ['views', 'graphs', 'metrics', 'tree'],
  ['evidence'],
  ['consensus', 'dstl', 'methods'],
  ['choose'],
  ['cluster.ts', 'gather-clustering.ts'],
  ['explain', 'assign', 'metadata'],
  ['index.ts', 'numerics.ts', 'methods/index.ts'],
]

/** Of apps/studio/src: only the worker computes, the state talks to it, the parts are drawn from the state. */
const studioLayers = [
  ['state/store.ts'],
  ['worker'],
  ['state'],
  ['figures', 'map', 'parts/scroller.tsx'],
  ['parts'],
  ['main.tsx'],
]

/** The layer of a file: by its own path, else by its folder. */
function layerOf(layers: readonly (readonly string[])[], path: string): number {
  const own = layers.findIndex((names) => names.includes(path))
  return own >= 0 ? own : layers.findIndex((names) => names.includes(path.split('/')[0]))
}

/** Imports between the files of a folder that point to a later layer, and files that are in none. */
function againstLayers(folder: string, layers: readonly (readonly string[])[]): string[] {
  const paths = filesIn(join(root, folder))
  const name = (path: string) => short(path).slice(folder.length + 1)
  const unknown = paths.filter((path) => layerOf(layers, name(path)) < 0).map((path) => `${name(path)} is in no layer`)
  const upward = paths.flatMap(importsOf).flatMap(({ from, to }) => {
    const target = resolve(dirname(from), to)
    const inside = to.startsWith('.') && target.startsWith(join(root, folder))
    return inside && layerOf(layers, name(target)) > layerOf(layers, name(from))
      ? [`${name(from)} → ${name(target)}`]
      : []
  })
  return [...unknown, ...new Set(upward)]
}

describe('the folders', () => {
  it('of the core import only from their own layer and those before it', () => {
    expect(againstLayers('packages/core/src', coreLayers)).toEqual([])
  })

  it('of the studio import only from their own layer and those before it', () => {
    expect(againstLayers('apps/studio/src', studioLayers)).toEqual([])
  })
})

describe('the files', () => {
  const edges = new Map<string, string[]>()
  // What is imported on demand is there before its importer is called, so that a way round through it does no harm: a method is data that loads the rest of itself with the first fit.
  for (const { from, to, typesOnly, onDemand } of imports)
    if (!typesOnly && !onDemand && to.startsWith('.') && to.endsWith('.ts'))
      edges.set(from, [...(edges.get(from) ?? []), resolve(dirname(from), to)])

  it('do not import each other in a circle (types aside, which are gone at run time, and imports on demand)', () => {
    expect(
      findCycle(
        new Map([
          ['a', ['b']],
          ['b', ['c', 'a']],
        ]),
      ),
    ).toEqual(['a', 'b', 'a'])
    expect(findCycle(edges).map(short)).toEqual([])
  })

  it('import types in circles of four files at most', () => {
    const all = [...files, ...filesIn(join(root, 'apps/studio/src'))]
    const types = new Map(
      all.map((path) => [
        path,
        importsOf(path).flatMap(({ to }) => (to.startsWith('.') ? [resolve(dirname(path), to)] : [])),
      ]),
    )
    expect(circles(new Map(Object.entries({ a: ['b'], b: ['c'], c: ['a', 'd'], d: [] })))).toEqual([['a', 'b', 'c']])
    expect(
      circles(types)
        .filter(({ length }) => length > 4)
        .map((circle) => circle.map(short)),
    ).toEqual([])
  })

  it('are at most 400 lines long', () => {
    const long = files.filter((path) => readFileSync(path, 'utf8').split('\n').length > 400)
    expect(long.map(short)).toEqual([])
  })

  it('trim the end of a text by a loop: a regular expression takes the square of the length for it', () => {
    // A class that repeats and then the end, such as [ ]+ and $: it is tried again from every place of a run.
    const trimming = /\/(?:\[(?:\\.|[^\]\\])*\]|\\[swd0])[+*]\$\/[a-z]*[,)]/
    expect("text.replace(/[ ]+$/, '')").toMatch(trimming)
    expect(files.filter((path) => trimming.test(readFileSync(path, 'utf8'))).map(short)).toEqual([])
  })

  it('are not called utils, helpers, common or types', () => {
    expect(files.map(short).filter((path) => /\/(utils?|helpers?|common|types?)\.ts$/.test(path))).toEqual([])
  })
})
