import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'rolldown'
import { expect, it } from 'vitest'

/** Bytes, gzipped. */
const most = 84_000

const core = fileURLToPath(new URL('../src/index.ts', import.meta.url))
const program = `export { cluster } from ${JSON.stringify(core)}`

it(`a page that imports cluster loads at most ${most / 1000} kB, and further builds of the kernels only where they are needed`, async () => {
  const { output } = await build({
    input: 'page',
    plugins: [
      { name: 'page', resolveId: (id) => (id === 'page' ? id : null), load: (id) => (id === 'page' ? program : null) },
    ],
    write: false,
    logLevel: 'silent',
    output: { format: 'esm', minify: true },
  })
  const chunks = output.filter((part) => part.type === 'chunk')
  const loaded = new Set<string>()
  const load = (name: string) => {
    if (loaded.has(name)) return
    loaded.add(name)
    for (const next of chunks.find(({ fileName }) => fileName === name)!.imports) load(next)
  }
  load(chunks.find(({ isEntry }) => isEntry)!.fileName)
  const bytes = chunks
    .filter(({ fileName }) => loaded.has(fileName))
    .reduce((sum, { code }) => sum + gzipSync(code).length, 0)
  expect(bytes).toBeGreaterThan(most / 10)
  expect(bytes).toBeLessThan(most)
  expect(chunks.length).toBeGreaterThan(loaded.size)
})
