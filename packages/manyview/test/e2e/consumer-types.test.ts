import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { workplace } from './workplace.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const place = workplace()

/** Every entry of every package, as its manifest names them. */
const entries = readdirSync(join(root, 'packages')).flatMap((folder) => {
  const { name, exports } = JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'))
  mkdirSync(place.path('node_modules/@manyview'), { recursive: true })
  symlinkSync(join(root, 'packages', folder), place.path(`node_modules/${name}`))
  return Object.entries<{ types?: string } | string>(exports).flatMap(([path, target]) =>
    typeof target === 'object' && target.types ? [path.replace('.', name)] : [],
  )
})
mkdirSync(place.path('node_modules/@types'))
symlinkSync(join(root, 'node_modules/@types/node'), place.path('node_modules/@types/node'))
// What the types of Node need.
if (existsSync(join(root, 'node_modules/undici-types')))
  symlinkSync(join(root, 'node_modules/undici-types'), place.path('node_modules/undici-types'))

place.file(
  'use.ts',
  `${entries.map((entry, i) => `import * as entry${i} from '${entry}'`).join('\n')}
import { type Clustering, cluster } from 'manyview'
export const all = [${entries.map((_, i) => `entry${i}`).join(', ')}]
export const found: Promise<Clustering> = cluster({ a: [[0], [1]] }, { clusters: 2 })
`,
)
place.file(
  'wrong.ts',
  `import { cluster } from 'manyview'\nexport const found: number = cluster({ a: [[0]] }, { clusters: '2' })\n`,
)

/** What the compiler says of a program of somebody who checks everything, the types of packages too. */
function complaints(file: string, more: ts.CompilerOptions): string[] {
  const program = ts.createProgram([place.path(file)], {
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    preserveSymlinks: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts', 'lib.dom.asynciterable.d.ts'],
    typeRoots: [place.path('node_modules/@types')],
    types: ['node'],
    ...more,
  })
  return (
    ts
      .getPreEmitDiagnostics(program)
      // Those of Node have faults of their own.
      .filter(({ file }) => !file?.fileName.includes('node_modules/@types/'))
      .map(({ file, messageText }) => `${file?.fileName ?? ''}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`)
  )
}

const { ESNext, NodeNext } = ts.ModuleKind
const modes: [string, ts.CompilerOptions][] = [
  ['a bundler', { module: ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler }],
  ['Node', { module: NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext }],
]

describe('the types of the built packages', () => {
  it('are all imported here', () => {
    expect(entries.length).toBeGreaterThan(14)
    expect(entries).toContain('@manyview/drawing/map')
  })

  it.each(modes)('pass every check of a program for %s, without skipLibCheck', (_, mode) => {
    expect(complaints('use.ts', mode)).toEqual([])
  })

  it('are there: a program that uses them wrongly is told', () => {
    expect(complaints('wrong.ts', modes[0][1]).length).toBeGreaterThan(0)
  })
})
