// Compiles packages/core/kernels (AssemblyScript) to WebAssembly, once with SIMD and once without, and embeds the bytes in
// packages/core/src/kernels/wasm-bytes.ts. Does nothing when that file was made from the same sources.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url))
const folder = path('../packages/core/kernels/')
const target = path('../packages/core/src/kernels/wasm-bytes.ts')
const relaxedTarget = path('../packages/core/src/kernels/wasm-relaxed-bytes.ts')
const names = readdirSync(folder).filter((name) => name.endsWith('.ts'))
const isTwin = (name) => name.endsWith('.scalar.ts')
const sources = Object.fromEntries(names.map((name) => [name, readFileSync(folder + name, 'utf8')]))

const header = `// Made by scripts/build-kernels.mjs from packages/core/kernels (${fingerprint()}). Do not edit.\n`
const isMade = (file) => existsSync(file) && readFileSync(file, 'utf8').startsWith(header)
if (!isMade(target) || !isMade(relaxedTarget)) {
  const { scalarise } = await import('./scalarise.mjs')
  // A file with a twin is not rewritten: its twin takes its place.
  const scalar = Object.fromEntries(
    names
      .filter((name) => !isTwin(name))
      .map((name) => [name, sources[name.replace(/\.ts$/, '.scalar.ts')] ?? scalarise(name, sources[name])]),
  )
  const bytes = {
    simdBytes: await compile(sources, ['--enable', 'simd']),
    scalarBytes: await compile(scalar, ['--disable', 'simd']),
  }
  const relaxed = Object.fromEntries(names.map((name) => [name, fused(sources[name])]))
  const relaxedBytes = await compile(relaxed, ['--enable', 'simd', '--enable', 'relaxed-simd'])
  write(relaxedTarget, { relaxedBytes })
  write(target, bytes)
}

function write(file, bytes) {
  const text = Object.entries(bytes).map(([name, base64]) => `export const ${name} =\n  '${base64}'\n`)
  // Renamed into place, so that nobody reads half a file.
  const temporary = `${file}.${process.pid}.tmp`
  writeFileSync(temporary, header + text.join('\n'))
  renameSync(temporary, file)
}

/** The source with a + b·c as one operation wherever a sum grows by a product. */
function fused(text) {
  return text.replace(
    /(\w+) = (f64x2|f32x4)\.add\(\1, \2\.mul\((\w+|v128\.\w+\([^()]*\)), (\w+)\)\)/g,
    '$1 = $2.relaxed_madd($3, $4, $1)',
  )
}

/** What the result depends on: the kernels, these scripts, the compilers' versions. */
function fingerprint() {
  const hash = createHash('sha256')
  for (const name of names) hash.update(`${name}\n${sources[name]}\n`)
  for (const name of ['build-kernels.mjs', 'scalarise.mjs']) hash.update(readFileSync(path(name), 'utf8'))
  const { assemblyscript, typescript } = JSON.parse(readFileSync(path('../package.json'), 'utf8')).devDependencies
  return hash.update(`${assemblyscript} ${typescript}`).digest('hex').slice(0, 16)
}

/** The module as base64. */
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
  return Buffer.from(results['kernels.wasm']).toString('base64')
}
