import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ModelRuntime } from '@manyview/formats/things'
import * as esbuild from 'esbuild'
import { describe, expect, it } from 'vitest'
import { type SentThings, viewHashes } from './page/view-hashes.ts'
import { startedStudio } from './started-studio.ts'
import { hasBrowser, needsBrowser } from './studio-page.ts'

const studio = startedStudio()

const things = fileURLToPath(new URL('../../../packages/formats/test/things/', import.meta.url))
const file = (folder: string, name: string) => ({ name, base64: readFileSync(join(folder, name)).toString('base64') })
const pictures = join(things, 'pictures/fixtures')
const models = join(things, 'models/fixtures')
const given: SentThings = {
  texts: [
    'The team won the match',
    'ΣΟΦΟΣ and the ﬁrst Straße',
    '東京の夜 the moon',
    'bank and market, the match',
    'ภาษาไทย the team',
  ],
  pictures: readdirSync(pictures)
    .filter((name) => /^(?!cmyk|animated|.*cut).*\.(jpg|png|webp|gif)$/.test(name))
    .map((name) => file(pictures, name)),
  models: ['text-tokens', 'picture'].map((name) => ({
    name,
    files: readdirSync(join(models, name)).map((own) => file(join(models, name), own)),
  })),
}

describe.skipIf(!hasBrowser)(`the page and Node${needsBrowser}`, () => {
  it('make the same views of the same texts and pictures, byte by byte, with a model, too', async () => {
    const { outputFiles } = await esbuild.build({
      entryPoints: [fileURLToPath(new URL('./page/view-hashes.ts', import.meta.url))],
      bundle: true,
      format: 'esm',
      write: false,
      logLevel: 'error',
    })
    const page = await studio.page()
    await page.route('**/view-hashes.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: outputFiles[0].text }),
    )
    // As text, since the test's own imports are made over before it runs.
    const inPage = await page.evaluate(`(async () => {
      const address = (path) => new URL(path, location.href).href
      const runtime = await import(address('./runtime/ort.wasm.bundle.min.mjs'))
      runtime.env.wasm.wasmPaths = { wasm: address('./runtime/ort-wasm-simd-threaded.wasm') }
      const { viewHashes } = await import(address('./view-hashes.js'))
      return viewHashes(${JSON.stringify(given)}, runtime)
    })()`)
    const here = await viewHashes(given, (await import('onnxruntime-web')) as unknown as ModelRuntime)
    expect(Object.keys(here)).toEqual([
      ...['words', 'pairs', 'characters', 'text-tokens'].map((name) => `note ${name}`),
      ...['colour', 'texture', 'shape', 'layout', 'picture'].map((name) => `photo ${name}`),
    ])
    expect(inPage).toEqual(here)
    expect(studio.failures).toEqual([])
  })
})
