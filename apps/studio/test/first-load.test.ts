import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { startStudioServer } from 'manyview/node'
import { describe, expect, it } from 'vitest'
import { policy } from '../build/strict-policy.ts'

const studio = fileURLToPath(new URL('..', import.meta.url))
const built = join(studio, 'dist')
const assets = readdirSync(join(built, 'assets'))
const compressed = (path: string) => gzipSync(readFileSync(join(built, path))).length

describe('the built page', () => {
  it('takes less than 1 MB compressed until the first clustering, and the digits come only when asked for', () => {
    const first = assets.filter((name) => /^(index|solver-worker|thread-worker)-/.test(name))
    expect(first.length).toBe(4)
    const loaded = new Set(first)
    // What they have in common with parts that are loaded later lies in files of its own, which come along.
    for (const name of loaded)
      for (const [, other] of readFileSync(join(built, 'assets', name), 'utf8').matchAll(/from"\.\/([^"]+)"/g))
        loaded.add(other)
    const bytes = ['index.html', 'icon.svg', ...Array.from(loaded, (name) => join('assets', name))].map(compressed)
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(450_000)
    expect(assets.some((name) => name.startsWith('digits-'))).toBe(true)
  })

  it('takes less than 1.8 MB compressed with everything: the decoders of pictures, what thumbnails need, and the demos', () => {
    const all = ['index.html', 'sw.js', 'icon.svg', ...assets.map((name) => join('assets', name))].map(compressed)
    expect(all.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_800_000)
  })

  it('carries the policy that the server sends, which allows its own files only', async () => {
    const page = readFileSync(join(built, 'index.html'), 'utf8').replaceAll('&#39;', "'")
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|\*|http/)
    expect(page).toContain(policy)
    expect(page).not.toMatch(/<script>|<style|https?:\/\//)
    const { url, close } = await startStudioServer(built)
    const { headers } = await fetch(url)
    await close()
    expect(headers.get('content-security-policy')).toBe(`${policy}; frame-ancestors 'none'`)
  })

  it('keeps a copy of every file it is made of', () => {
    const worker = readFileSync(join(built, 'sw.js'), 'utf8')
    for (const name of assets) expect(worker).toContain(`./assets/${name}`)
  })
})

describe('the sources of the page', () => {
  const sources = readdirSync(join(studio, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.tsx?$/.test(path),
  )

  it('import only packages that run in a browser, never what runs on Node', () => {
    const imports = sources.flatMap((path) =>
      [...readFileSync(join(studio, 'src', path), 'utf8').matchAll(/(?:from|import\() ?'([^'.][^']*)'/g)].map(
        ([, name]) => name,
      ),
    )
    const known = [
      '@manyview/core',
      '@manyview/core/metadata',
      '@manyview/core/methods',
      '@manyview/core/numerics',
      '@manyview/core/metrics',
      '@manyview/core/runtime',
      '@manyview/core/words',
      '@manyview/drawing',
      '@manyview/drawing/map',
      '@manyview/drawing/report',
      '@manyview/formats',
      '@manyview/formats/digits',
      '@manyview/gpu',
      '@manyview/rivals',
      '@manyview/formats/things',
      '@preact/signals',
      'comlink',
      'preact',
      'preact/hooks',
    ]
    expect([...new Set(imports)].filter((name) => !known.includes(name))).toEqual([])
    expect(imports.length).toBeGreaterThan(20)
  })

  it('are at most 400 lines long', () => {
    const long = sources.filter((path) => readFileSync(join(studio, 'src', path), 'utf8').split('\n').length > 400)
    expect(long).toEqual([])
  })
})
