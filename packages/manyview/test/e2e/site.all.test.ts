import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const site = join(root, 'docs/.vitepress/dist')
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const present = existsSync(executablePath)
const title = `the site under /x/y/${present ? '' : ' (skipped: there is no Chromium at CHROMIUM or /usr/bin/chromium)'}`

const types: Record<string, string> = {
  css: 'text/css',
  html: 'text/html',
  js: 'text/javascript',
  json: 'application/json',
  png: 'image/png',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
}
let server: Server
let browser: Browser
let base = ''
const missing: string[] = []

beforeAll(async () => {
  if (!present) return
  execFileSync('npm', ['run', 'docs:build'], { cwd: root, stdio: 'ignore' })
  // A host that knows files and nothing else, and has other things at its root.
  server = createServer(({ url = '' }, answer) => {
    if (url === '/favicon.ico') return answer.writeHead(204).end()
    const path = decodeURIComponent(new URL(url, 'http://host').pathname)
    let file = join(site, normalize(path.replace('/x/y/', '/')))
    if (path.startsWith('/x/y/') && existsSync(file) && statSync(file).isDirectory()) file = join(file, 'index.html')
    if (!path.startsWith('/x/y/') || !existsSync(file)) {
      missing.push(path)
      return answer.writeHead(404).end()
    }
    answer.writeHead(200, { 'content-type': types[file.split('.').at(-1)!] ?? 'text/plain' }).end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x/y/`
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
})

afterAll(async () => {
  await browser?.close()
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(0)))
})

const problems: string[] = []

async function open(path: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1300, height: 900 } })).newPage()
  page.setDefaultTimeout(300_000)
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (line) => line.type() === 'error' && problems.push(line.text()))
  await page.goto(base + path, { waitUntil: 'networkidle' })
  return page
}

describe.skipIf(!present)(title, () => {
  it('goes from page to page, up and down, by every kind of link', async () => {
    const page = await open('')
    await page.getByRole('link', { name: 'Reference' }).first().click()
    await page.waitForURL(`${base}reference/command.html`)
    await page.getByRole('heading', { name: 'The command', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Gallery' }).first().click()
    await page.waitForURL(`${base}gallery.html`)
    await page.getByRole('heading', { name: 'Gallery', level: 1 }).waitFor()
    const images = await page.locator('main img').evaluateAll(async (all) => {
      const pictures = all as HTMLImageElement[]
      for (const picture of pictures) {
        picture.scrollIntoView()
        await picture.decode()
      }
      return pictures.map(({ naturalWidth }) => naturalWidth)
    })
    expect(Math.min(...images)).toBeGreaterThan(0)
    await page.getByRole('link', { name: 'clustering.json', exact: true }).first().click()
    await page.waitForURL(`${base}clustering-json.html`)
    await page.goto(`${base}reference/library/core/metadata.html`, { waitUntil: 'networkidle' })
    await page.getByRole('link', { name: 'Getting started', exact: true }).first().click()
    await page.waitForURL(`${base}getting-started.html`)
    await page.keyboard.press('Control+k')
    await page.locator('#localsearch-input').fill('survival')
    await page.locator('#localsearch-list a').first().click()
    await page.waitForURL((url) => url.href.startsWith(base) && url.pathname.endsWith('.html'))
    expect([problems, missing]).toEqual([[], []])
    await page.context().close()
  })

  it('has the schemas of what programs read', async () => {
    const page = await open('reference/json.html')
    await page.getByRole('link', { name: 'fit-1.json' }).click()
    await page.waitForURL(`${base}schema/fit-1.json`)
    expect(JSON.parse((await page.locator('body').textContent())!).title).toBe('manyview fit --json, version 1')
    await page.context().close()
  })

  it('has the studio, which says what it lacks, isolates itself, and works without a network', async () => {
    const page = await open('studio/')
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(false)
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await page.waitForFunction(() => navigator.serviceWorker.controller)
    await page.reload({ waitUntil: 'networkidle' })
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
    await page.context().setOffline(true)
    await page.reload()
    await page.getByRole('button', { name: 'Try small articles' }).click()
    await page.getByRole('button', { name: 'Cluster', exact: true }).click()
    await page.locator('canvas').first().waitFor()
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
    expect([problems, missing]).toEqual([[], []])
    await page.context().close()
  })

  it('clusters in the studio on one thread where no worker may isolate the page', async () => {
    const context = await browser.newContext({ serviceWorkers: 'block' })
    const page = await context.newPage()
    page.setDefaultTimeout(300_000)
    await page.goto(`${base}studio/`)
    await page.getByRole('button', { name: 'Try small articles' }).click()
    await page.getByText(/A fit uses one thread/).waitFor()
    await page.getByRole('button', { name: 'Cluster', exact: true }).click()
    await page.locator('canvas').first().waitFor()
    await context.close()
  })
})
