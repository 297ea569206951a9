import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as esbuild from 'esbuild'
import { type Browser, chromium, type Page } from 'playwright-core'
import * as vite from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fits } from './page/fits.ts'
import type { Run, StartWorker } from './page/page.ts'

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const hasBrowser = existsSync(executablePath)
const title = hasBrowser ? 'a page' : 'a page (skipped: there is no Chromium; set CHROMIUM to its path)'

const source = (name: string) => fileURLToPath(new URL(`./page/${name}.ts`, import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'manyview-page-'))
const isolation = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' }

/** Builds the page and its worker into one folder per builder, with no other settings than those that name the files; vite finds the worker where the page starts it. */
const builders = {
  vite: (outDir: string) =>
    vite.build({
      configFile: false,
      logLevel: 'error',
      base: './',
      worker: { format: 'es' },
      build: { outDir, rollupOptions: { input: source('page'), output: { entryFileNames: '[name].js' } } },
    }),
  esbuild: (outdir: string) =>
    esbuild.build({ entryPoints: [source('page'), source('worker')], bundle: true, outdir, logLevel: 'error' }),
}

/** Serves what was built, at /isolated/… with the headers that give a page shared memory, and notes what is missing. */
function serve(missing: string[]): Promise<Server> {
  const server = createServer(({ url = '/' }, answer) => {
    const [, kind, builder, ...rest] = new URL(url, 'http://localhost').pathname.split('/')
    const path = join(folder, builder ?? '', ...rest)
    const headers = kind === 'isolated' ? isolation : {}
    if (rest.join('/') === '')
      answer
        .writeHead(200, { ...headers, 'Content-Type': 'text/html' })
        .end('<script type="module" src="page.js"></script>')
    else if (existsSync(path))
      answer.writeHead(200, { ...headers, 'Content-Type': 'text/javascript' }).end(readFileSync(path))
    else {
      missing.push(url)
      answer.writeHead(404, headers).end()
    }
  })
  return new Promise((resolve) => server.listen(0, () => resolve(server)))
}

describe.skipIf(!hasBrowser)(title, () => {
  const missing: string[] = []
  let server: Server
  let browser: Browser
  let expected: string[]

  beforeAll(async () => {
    for (const [name, build] of Object.entries(builders)) await build(join(folder, name))
    server = await serve(missing)
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
    const [labels] = await fits(1, 1)
    expected = Array<string>(6).fill(labels)
  })

  afterAll(async () => {
    await browser?.close()
    server?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function open(kind: string, builder: string): Promise<Page> {
    const page = await browser.newPage()
    page.setDefaultTimeout(0)
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/${kind}/${builder}/`)
    await page.waitForFunction(() => 'run' in globalThis)
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(kind === 'isolated')
    return page
  }

  for (const builder of Object.keys(builders))
    for (const kind of ['isolated', 'plain']) {
      // What esbuild makes by default is one script without an address, which cannot find the file of the threads: fits go without.
      const withThreads = kind === 'isolated' && builder === 'vite'

      it(`built by ${builder}, ${kind}: fits on the main thread give the labels of Node`, async () => {
        const page = await open(kind, builder)
        const { found, started } = await page.evaluate(() => (globalThis as unknown as { run: Run }).run(3))
        expect(found).toEqual(expected)
        expect(started > 0).toBe(withThreads)
        await page.close()
      })

      it(`built by ${builder}, ${kind}: fits in a worker give the labels of Node`, async () => {
        const page = await open(kind, builder)
        const { found, started } = await page.evaluate(
          (isBundledByPage) =>
            new Promise<{ found: string[]; started: number }>((resolve, reject) => {
              const { startWorker } = globalThis as unknown as { startWorker: StartWorker }
              const worker = isBundledByPage ? startWorker() : new Worker('worker.js', { type: 'module' })
              worker.onmessage = ({ data }) => resolve(data)
              worker.onerror = ({ message }) => reject(new Error(message))
              worker.postMessage(3)
            }),
          builder === 'vite',
        )
        expect(found).toEqual(expected)
        expect(started > 0).toBe(withThreads)
        await page.close()
      })
    }

  it('asks for no file that is not there', () => {
    expect(missing.filter((url) => !url.endsWith('/favicon.ico'))).toEqual([])
  })
})
