// Compiles packages/core/kernels (AssemblyScript) to WebAssembly and embeds the bytes in packages/core/src/kernels/wasm-bytes.ts.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'

const folder = fileURLToPath(new URL('../packages/core/kernels/', import.meta.url))
const target = fileURLToPath(new URL('../packages/core/src/kernels/wasm-bytes.ts', import.meta.url))
const names = readdirSync(folder).filter((name) => name.endsWith('.ts'))

const changed = (path) => statSync(path).mtimeMs
const newest = Math.max(...names.map((name) => changed(folder + name)), changed(fileURLToPath(import.meta.url)))
if (!existsSync(target) || changed(target) < newest) {
  const sources = Object.fromEntries(names.map((name) => [name, readFileSync(folder + name, 'utf8')]))
  writeFileSync(
    target,
    `// Made by scripts/build-kernels.mjs from packages/core/kernels. Do not edit.\nexport const simdBytes =\n  '${await compile(sources, ['--enable', 'simd'])}'\n`,
  )
}

/** The module as base64. */
async function compile(sources, features) {
  const files = {}
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
      readFile: (name) => sources[name] ?? null,
      writeFile: (name, contents) => {
        files[name] = contents
      },
      listFiles: () => [],
    },
  )
  if (error) throw new Error(`kernels: ${error.message}\n${stderr}`)
  return Buffer.from(files['kernels.wasm']).toString('base64')
}
