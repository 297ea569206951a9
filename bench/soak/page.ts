import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { chromium } from 'playwright-core'

/** A page in Chromium that runs the fits: `fits` runs some of them, `heap` gives the bytes that are in use after a collection. */
export async function soakPage() {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { smallFits } from './fits.ts'; globalThis.smallFits = smallFits`,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    bundle: true,
    format: 'esm',
    write: false,
    logLevel: 'error',
  })
  const server = createServer(({ url }, answer) => {
    const script = url === '/fits.js'
    answer.setHeader('content-type', script ? 'text/javascript' : 'text/html')
    answer.end(script ? outputFiles[0].text : '<!doctype html><script type="module" src="fits.js"></script>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await page.waitForFunction(() => 'smallFits' in globalThis)
  const tools = await page.context().newCDPSession(page)
  return {
    fits: (first: number, last: number): Promise<void> =>
      page.evaluate(
        ([from, to]) =>
          (globalThis as unknown as { smallFits(a: number, b: number): Promise<void> }).smallFits(from, to),
        [first, last],
      ),
    async heap(): Promise<number> {
      await tools.send('HeapProfiler.collectGarbage')
      const { usedSize, backingStorageSize = 0 } = (await tools.send('Runtime.getHeapUsage')) as {
        usedSize: number
        backingStorageSize?: number
      }
      return usedSize + backingStorageSize
    },
    async end(): Promise<void> {
      await browser.close()
      server.close()
    },
  }
}
