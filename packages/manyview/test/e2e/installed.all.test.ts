import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { workplace } from './workplace.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const place = workplace()
/** The application is part of the command, not a package of its own. */
const published = ['core', 'formats', 'drawing', 'gpu', 'rivals', 'manyview'].flatMap((name) => [
  '--workspace',
  `packages/${name}`,
])
const modules = place.path('node_modules')
let tarballs: string[] = []

/** Unpacks the tarballs that `npm publish` would send, and links what they depend on from this repository: no network is needed. */
beforeAll(() => {
  mkdirSync(modules)
  execFileSync('npm', ['pack', ...published, '--ignore-scripts', '--pack-destination', place.folder], {
    cwd: root,
    stdio: 'ignore',
    shell: process.platform === 'win32',
  })
  tarballs = readdirSync(place.folder).filter((name) => name.endsWith('.tgz'))
  expect(tarballs.length).toBe(published.length / 2)
  const wanted = new Set<string>()
  const own = new Set<string>()
  for (const tarball of tarballs) {
    const folder = place.path(`unpacked-${tarball}`)
    mkdirSync(folder)
    execFileSync('tar', ['-xzf', place.path(tarball), '-C', folder])
    const { name, dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package/package.json'), 'utf8'))
    own.add(name)
    for (const dependency of Object.keys(dependencies)) wanted.add(dependency)
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    execFileSync('mv', [join(folder, 'package'), join(modules, name)])
  }
  for (const name of wanted) {
    if (own.has(name)) continue
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(modules, name), 'dir')
  }
})

describe.skipIf(process.platform === 'win32')('the packed packages, installed in an empty folder', () => {
  /** What a tool of this repository says, whether it is content or not. */
  const tool = (path: string, ...args: string[]) => {
    const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'node_modules', path), ...args], {
      cwd: place.folder,
      encoding: 'utf8',
    })
    return stdout + stderr
  }
  const node = (...args: string[]) => execFileSync(process.execPath, args, { cwd: place.folder, encoding: 'utf8' })

  it('refuse a model in one line where the package that runs models is not there', () => {
    writeFileSync(place.path('notes.csv'), `note\n${'the cup and the match\nthe bank and the market\n'.repeat(3)}`)
    const model = join(root, 'packages/formats/test/things/models/fixtures/text-tokens')
    const command = [join(modules, 'manyview/bin/manyview.js'), 'fit', 'notes.csv', '-k', '2', '--kind', 'note=text']
    const { status, stderr } = spawnSync(process.execPath, [...command, '--embed', model], {
      cwd: place.folder,
      encoding: 'utf8',
    })
    expect(status).toBe(1)
    expect(stderr.trim().split('\n')).toEqual([
      `manyview: ${model}: needs the package onnxruntime-web, install it beside manyview (npm install onnxruntime-web)`,
    ])
  })

  it('run manyview demo', () => {
    const stdout = node(join(modules, 'manyview/bin/manyview.js'), 'demo', '--method', 'kmeans', '--out', 'results')
    expect(stdout).toContain('2,000 handwritten digits')
    expect(stdout).toContain('results/labels.csv')
  })

  it('give the library to a program that imports it', () => {
    const program = `
      import { cluster } from 'manyview'
      const { labels } = await cluster({ a: [[0, 0], [0, 1], [9, 9], [9, 8]] }, { clusters: 2, method: 'kmeans' })
      console.log(labels[0] === labels[1], labels[1] === labels[2], labels[2] === labels[3])`
    expect(node('--input-type=module', '--eval', program)).toBe('true false true\n')
  })

  it('give a rival to a program that imports it', () => {
    const program = `
      import { cluster } from '@manyview/core'
      import { kmeansBestView } from '@manyview/rivals'
      const { method } = await cluster({ a: [[0], [1], [9], [8]] }, { clusters: 2, method: kmeansBestView })
      console.log(method)`
    expect(node('--input-type=module', '--eval', program)).toBe('kmeans-best-view\n')
  })

  // The types of packages for Node need those of Node; all others need neither Node nor a browser.
  const imports = {
    anywhere: [
      ...['manyview', '@manyview/core', '@manyview/core/metadata', '@manyview/core/methods'],
      ...['@manyview/core/numerics', '@manyview/core/words'],
      ...['@manyview/formats', '@manyview/formats/digits', '@manyview/formats/things', '@manyview/rivals'],
    ],
    node: ['manyview/node'],
  }
  it.each([
    { where: 'anywhere', moduleResolution: 'bundler', module: 'esnext' },
    { where: 'anywhere', moduleResolution: 'nodenext', module: 'nodenext' },
    { where: 'anywhere', moduleResolution: 'node10', module: 'esnext' },
    { where: 'node', moduleResolution: 'bundler', module: 'esnext' },
    { where: 'node', moduleResolution: 'nodenext', module: 'nodenext' },
    { where: 'node', moduleResolution: 'node10', module: 'esnext' },
  ] as const)('have types that compile $where, found by $moduleResolution', ({ where, moduleResolution, module }) => {
    const folder = place.path(`types-${where}-${moduleResolution}`)
    mkdirSync(folder)
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    const program = imports[where].map((name, i) => `import * as p${i} from '${name}'\nexport { p${i} }`)
    writeFileSync(join(folder, 'program.ts'), program.join('\n'))
    const compilerOptions = {
      ...{ moduleResolution, module, target: 'es2022', lib: ['es2022'], strict: true, noEmit: true },
      ...{ skipLibCheck: where === 'node', ignoreDeprecations: '6.0' },
      ...{ types: where === 'node' ? ['node'] : [], typeRoots: [join(root, 'node_modules/@types')] },
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }))
    expect(tool('typescript/bin/tsc', '-p', folder)).toBe('')
  })

  it('pass publint and arethetypeswrong', () => {
    for (const tarball of tarballs) {
      expect(tool('publint/src/cli.js', place.path(tarball), '--strict'), tarball).toContain('All good')
      // All of it is ES modules; Node requires these since version 20.19.
      const types = tool(
        '@arethetypeswrong/cli/dist/index.js',
        place.path(tarball),
        '--ignore-rules',
        'cjs-resolves-to-esm',
        // A script for pages, which names nothing.
        '--exclude-entrypoints',
        './manyview-map.js',
      )
      expect(types, tarball).toContain('No problems found')
    }
  })

  it('hold what is needed and no sources or tests', () => {
    for (const name of ['@manyview/core', '@manyview/formats', '@manyview/drawing', '@manyview/rivals', 'manyview']) {
      const files = readdirSync(join(modules, name)).sort()
      const notice = name === '@manyview/formats' ? ['NOTICE'] : []
      const bin = name === 'manyview' ? ['bin'] : []
      expect(files, name).toEqual(['LICENSE', ...notice, 'README.md', ...bin, 'dist', 'package.json'])
    }
  })
})
