// Compiles the kernels (AssemblyScript) to WebAssembly: those of packages/core with SIMD and once more with fused operations; those of packages/formats, which have no vectors, once. What comes out goes
// to a folder `built`: the bytes of each build in a file of its own, so that only those are loaded that are used, and the types of the kernels. Does nothing when that was made from the same sources.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import zopfli from '@gfx/zopfli'
import { kernelTypes } from './kernel-types.mjs'
import { fuse, inline } from './rewrite-kernels.mjs'

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url))

await build(
  'core/kernels',
  'core/src/runtime/kernels/built',
  {
    'simd-bytes': (inlined) => compile(inlined, ['--enable', 'simd']),
    'relaxed-bytes': (inlined) => compile(fuse(inlined), ['--enable', 'simd', '--enable', 'relaxed-simd']),
  },
  packed,
)
await build(
  'formats/kernels',
  'formats/src/things/pictures/features/built',
  {
    'kernel-bytes': (inlined) => compile(inlined, ['--disable', 'simd']),
  },
  (bytes) => bytes,
)

/** Base64 hides from a server's compression what repeats, so large modules are compressed before: by Zopfli, 5 % smaller than zlib makes them, in under a second. */
function packed(bytes) {
  return promisify(zopfli.deflate)(bytes, {})
}

/** Writes the bytes of each build of the kernels in a folder, and their types, unless they are there. */
async function build(from, to, builds, pack) {
  const folder = path(`../packages/${from}/`)
  const target = path(`../packages/${to}/`)
  const names = readdirSync(folder).filter((name) => name.endsWith('.ts'))
  const sources = Object.fromEntries(names.map((name) => [name, readFileSync(folder + name, 'utf8')]))
  const header = `// Made by scripts/build-kernels.mjs from packages/${from} (${fingerprint(sources)}). Do not edit.\n`
  const isMade = (file) => existsSync(file) && readFileSync(file, 'utf8').startsWith(header)
  if ([...Object.keys(builds), 'kernel-functions'].every((name) => isMade(`${target}${name}.ts`))) return
  mkdirSync(target, { recursive: true })
  const inlined = Object.fromEntries(names.map((name) => [name, inline(sources[name])]))
  let types
  for (const [name, make] of Object.entries(builds)) {
    const built = await make(inlined)
    types ??= kernelTypes(built['kernels.d.ts'])
    write(
      `${target}${name}`,
      `${header}export const bytes =\n  '${Buffer.from(await pack(built['kernels.wasm'])).toString('base64')}'\n`,
    )
  }
  write(`${target}kernel-functions`, header + types)
}

function write(file, text) {
  // Renamed into place, so that nobody reads half a file.
  const temporary = `${file}.${process.pid}.tmp`
  writeFileSync(temporary, text)
  renameSync(temporary, `${file}.ts`)
}

/** What the result depends on: the kernels, these scripts, the compilers' versions. */
function fingerprint(sources) {
  const hash = createHash('sha256')
  for (const [name, source] of Object.entries(sources)) hash.update(`${name}\n${source}\n`)
  for (const name of ['build-kernels.mjs', 'kernel-types.mjs', 'rewrite-kernels.mjs'])
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
