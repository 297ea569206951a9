// Compiles packages/core/kernels (AssemblyScript) to WebAssembly: with SIMD, without, and with fused operations. What comes out goes to packages/core/src/kernels/built:
// the bytes of each build in a file of its own, so that only those are loaded that are used, and the types of the kernels. Does nothing when that was made from the same sources.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { kernelTypes } from './kernel-types.mjs'
import { fuse, inline } from './rewrite-kernels.mjs'

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url))
const folder = path('../packages/core/kernels/')
const target = path('../packages/core/src/kernels/built/')
const names = readdirSync(folder).filter((name) => name.endsWith('.ts'))
const isTwin = (name) => name.endsWith('.scalar.ts')
const sources = Object.fromEntries(names.map((name) => [name, readFileSync(folder + name, 'utf8')]))

const header = `// Made by scripts/build-kernels.mjs from packages/core/kernels (${fingerprint()}). Do not edit.\n`
const files = ['simd-bytes', 'scalar-bytes', 'relaxed-bytes', 'kernel-functions']
const isMade = (file) => existsSync(file) && readFileSync(file, 'utf8').startsWith(header)
if (!files.every((name) => isMade(`${target}${name}.ts`))) {
  const { scalarise } = await import('./scalarise.mjs')
  const inlined = Object.fromEntries(names.map((name) => [name, inline(sources[name])]))
  // A file with a twin is not rewritten: its twin takes its place.
  const scalar = Object.fromEntries(
    names
      .filter((name) => !isTwin(name))
      .map((name) => [name, inlined[name.replace(/\.ts$/, '.scalar.ts')] ?? scalarise(name, inlined[name])]),
  )
  const simd = await compile(inlined, ['--enable', 'simd'])
  mkdirSync(target, { recursive: true })
  write('simd-bytes', bytesText(simd))
  write('scalar-bytes', bytesText(await compile(scalar, ['--disable', 'simd'])))
  write('relaxed-bytes', bytesText(await compile(fuse(inlined), ['--enable', 'simd', '--enable', 'relaxed-simd'])))
  write('kernel-functions', kernelTypes(simd['kernels.d.ts']))
}

function bytesText(built) {
  return `export const bytes =\n  '${Buffer.from(built['kernels.wasm']).toString('base64')}'\n`
}

function write(name, text) {
  // Renamed into place, so that nobody reads half a file.
  const temporary = `${target}${name}.${process.pid}.tmp`
  writeFileSync(temporary, header + text)
  renameSync(temporary, `${target}${name}.ts`)
}

/** What the result depends on: the kernels, these scripts, the compilers' versions. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const name of names) hash.update(`${name}\n${sources[name]}\n`)
  for (const name of ['build-kernels.mjs', 'kernel-types.mjs', 'rewrite-kernels.mjs', 'scalarise.mjs'])
    hash.update(readFileSync(path(name), 'utf8'))
  const { assemblyscript, typescript } = JSON.parse(readFileSync(path('../package.json'), 'utf8')).devDependencies
  return hash.update(`${assemblyscript} ${typescript}`).digest('hex').slice(0, 16)
}

/** What the compiler writes, by name: the module, and a .d.ts file with its functions. */
async function compile(files, features) {
  const { default: asc } = await import('assemblyscript/asc')
  const results = {}
  const { error, stderr } = await asc.main(
    [
      'index.ts',
      '-o',
      'kernels.wasm',
      '-O3',
      '--runtime',
      'stub',
      '--noAssert',
      '--importMemory',
      '--initialMemory',
      '1',
      '--bindings',
      'raw',
      ...features,
    ],
    {
      readFile: (name) => files[name] ?? null,
      writeFile: (name, contents) => {
        results[name] = contents
      },
      listFiles: () => [],
    },
  )
  if (error) throw new Error(`kernels: ${error.message}\n${stderr}`)
  return results
}
