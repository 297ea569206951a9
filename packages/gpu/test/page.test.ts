import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { chromium } from 'playwright-core'
import { describe, expect, it } from 'vitest'

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const source = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))
const flags = ['--no-sandbox', '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--enable-features=Vulkan']

/** What the page runs: the two neighbours of each of the squares from 0 to 100, null where there is no card. */
const program = `
import { openDevice } from '@manyview/gpu'
import { matrix, Random } from '@manyview/core/numerics'
window.neighbours = async () => {
  if (!(await navigator.gpu?.requestAdapter())) return null
  const device = await openDevice(navigator.gpu)
  const run = device.nearest(matrix(11, 1, Float64Array.from({ length: 11 }, (_, i) => i * i)), 2, new Random(1))
  for (;;) {
    const step = run.next()
    if (step.done) return [...step.value]
    await device.pending
  }
}
`

/** The program in one text, as a bundler would serve it. */
async function bundle(): Promise<string> {
  const made = await build({
    stdin: { contents: program, resolveDir: source('gpu'), loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    alias: {
      '@manyview/gpu': source('gpu/src/index.ts'),
      '@manyview/core/metrics': source('core/src/metrics/index.ts'),
      '@manyview/core/runtime': source('core/src/runtime/index.ts'),
      '@manyview/core/numerics': source('core/src/numerics.ts'),
      '@manyview/core/words': source('core/src/words/index.ts'),
      '@manyview/core': source('core/src/index.ts'),
    },
  })
  return made.outputFiles[0].text
}

describe.skipIf(!existsSync(executablePath))('a page (skipped where there is no Chromium)', () => {
  it('finds neighbours on its graphics card', async (test) => {
    const script = await bundle()
    // WebGPU is only there on pages that are served from this computer or by https.
    const server = createServer((request, response) => {
      const isScript = request.url === '/page.js'
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
      response.end(isScript ? script : '<script type="module" src="/page.js"></script>')
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const browser = await chromium.launch({ executablePath, args: flags })
    try {
      const page = await browser.newPage()
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
      await page.waitForFunction('window.neighbours !== undefined', undefined, { timeout: 0 })
      const found = await page.evaluate('window.neighbours()')
      if (found === null) return test.skip('this Chromium has no software adapter for WebGPU')
      const order = Array.from({ length: 11 }, (_, i) => i)
      const nearest = (i: number) =>
        order
          .filter((j) => j !== i)
          .sort((a, b) => Math.abs(a * a - i * i) - Math.abs(b * b - i * i) || a - b)
          .slice(0, 2)
      expect(found).toEqual(order.flatMap(nearest))
    } finally {
      await browser.close()
      server.close()
    }
  })
})
