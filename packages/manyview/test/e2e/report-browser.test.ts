import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blobs, csv } from './blobs.ts'
import { Workplace } from './command.ts'

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const present = existsSync(executablePath)
const title = present
  ? 'report.html in Chromium'
  : 'report.html in Chromium (skipped: none at CHROMIUM or /usr/bin/chromium)'
/** Where pictures of the page are kept for people to look at. */
const pictures = process.env.MANYVIEW_SCREENSHOTS

const place = new Workplace()
let browser: Browser

interface Opened {
  page: Page
  complaints: string[]
  requests: string[]
}

/** Opens a page and keeps what it complains about and asks of the network. */
async function open(file: string, options: BrowserContextOptions): Promise<Opened> {
  const page = await (await browser.newContext(options)).newPage()
  // Before the limit of vitest.config.ts, which does not name what was waited for.
  page.setDefaultTimeout(300_000)
  const complaints: string[] = []
  const requests: string[] = []
  // Software that stands in for a graphics card tells how slow it is to copy from.
  page.on('console', (message) => message.text().includes('GL Driver Message') || complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => requests.push(request.url()))
  await page.goto(pathToFileURL(place.path(file)).href)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  return { page, complaints, requests }
}

/** Different colours on the map, and where a dot of a colour that is not the ground lies, in CSS pixels of the page. */
async function lookAtMap(page: Page) {
  await page.locator('#map').scrollIntoViewIfNeeded()
  return page.evaluate(() => {
    const canvas = document.querySelector('canvas')!
    // Reading a copy leaves the page's own canvas as it is.
    const { width, height } = canvas
    const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!
    copy.drawImage(canvas, 0, 0)
    const { data } = copy.getImageData(0, 0, width, height)
    const pixels = new Uint32Array(data.buffer)
    const ground = pixels[0]
    const counts = new Map<number, number>()
    for (const pixel of pixels) if (pixel !== ground) counts.set(pixel, (counts.get(pixel) ?? 0) + 1)
    // The commonest colour is the inside of dots, not the number of a cluster.
    const [commonest] = [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best))
    const box = canvas.getBoundingClientRect()
    const at = pixels.indexOf(commonest)
    return {
      colours: counts.size,
      inked: [...counts.values()].reduce((sum, count) => sum + count, 0),
      x: box.left + ((at % width) / width) * box.width,
      y: box.top + (Math.floor(at / width) / height) * box.height,
    }
  })
}

const sizes: Record<string, BrowserContextOptions> = {
  light: { viewport: { width: 1280, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
}

describe.skipIf(!present)(title, () => {
  beforeAll(async () => {
    expect(await place.run('demo', '--method', 'kmeans', '--out', 'demo')).toMatchObject({ code: 0 })
    const flags =
      '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'
    browser = await chromium.launch({ executablePath, args: flags.split(' ') })
  })
  afterAll(async () => {
    await browser?.close()
    place.remove()
  })

  it.each(Object.keys(sizes))(
    'draws the map, shows the sample under the pointer, asks for nothing (%s)',
    async (name) => {
      const { page, complaints, requests } = await open('demo/report.html', sizes[name])
      const map = await lookAtMap(page)
      expect(map.inked).toBeGreaterThan(1000)
      expect(map.colours).toBeGreaterThan(10)
      if (name === 'phone') await page.touchscreen.tap(map.x, map.y)
      else await page.mouse.move(map.x, map.y)
      await expect.poll(() => page.locator('#tip').isVisible()).toBe(true)
      expect(await page.locator('#tip').innerText()).toMatch(
        /^sample \d+\ncluster \d+(, .*)?\n(confidence .*\n)?label \d(\n\w+ → \d \(\d+ %\)){4}$/,
      )
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(sizes[name].viewport!.width)
      const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
      expect(ground).toBe(name === 'dark' ? 'rgb(23, 26, 32)' : 'rgb(255, 255, 255)')
      if (pictures) {
        mkdirSync(pictures, { recursive: true })
        await page.screenshot({ path: join(pictures, `report-${name}.png`), fullPage: true })
      }
      expect(complaints).toEqual([])
      expect(requests.filter((url) => !url.startsWith('data:'))).toEqual([
        pathToFileURL(place.path('demo/report.html')).href,
      ])
    },
  )

  it('zooms by keys and buttons, colours by label, and turns dark', async () => {
    const { page, complaints } = await open('demo/report.html', sizes.light)
    const before = await lookAtMap(page)
    await page.locator('#map').focus()
    for (let i = 0; i < 4; i++) await page.keyboard.press('+')
    await expect.poll(async () => (await lookAtMap(page)).inked).not.toBe(before.inked)
    await page.locator('#zoom-all').click()
    await expect.poll(async () => (await lookAtMap(page)).inked).toBe(before.inked)
    await page.locator('input[value=label]').check({ force: true })
    await expect.poll(() => page.locator('[data-legend=label]').isVisible()).toBe(true)
    await page.locator('button[data-cluster="3"]').waitFor({ state: 'hidden' })
    await page.locator('#theme').click()
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.body.parentElement!).backgroundColor))
      .toBe('rgb(23, 26, 32)')
    expect(complaints).toEqual([])
  })

  it('finds samples, links the maps of the views, selects by lasso, and goes to a sample that is named', async () => {
    const { page, complaints } = await open('demo/report.html', sizes.light)
    expect(await page.locator('.small-map canvas').count()).toBe(4)
    await page.getByLabel('Find').fill('sample 17')
    expect(await page.locator('#listed-words').innerText()).toContain('111 samples found')
    await page.getByLabel('Find').press('Enter')
    await expect.poll(() => page.locator('#tip').innerText()).toMatch(/^sample 17\n/)
    // The sample is ringed on every small map, too.
    expect(await page.locator('.small-map svg circle').count()).toBe(4)
    await page.getByLabel('Find').press('Escape')
    expect(await page.locator('#listed').isVisible()).toBe(false)

    await page.locator('.small-map').first().scrollIntoViewIfNeeded()
    const box = (await page.locator('.small-map').first().boundingBox())!
    const [left, top] = [box.x + 5, box.y + 5]
    await page.mouse.move(left, top)
    await page.mouse.down()
    for (const [x, y] of [
      [box.width - 10, 0],
      [box.width - 10, box.height - 10],
      [0, box.height - 10],
    ])
      await page.mouse.move(left + x, top + y, { steps: 4 })
    await page.mouse.up()
    await expect
      .poll(() => page.locator('#listed-words').innerText())
      .toMatch(/^[\d,]+ samples selected: .* of cluster/)
    await page.locator('#listed-clear').click()
    // A cell of the table of classes and clusters selects its samples.
    const cell = page.locator('#confusion rect', { has: page.locator('title', { hasText: /: [1-9]/ }) }).first()
    const [, cluster, count] = (await cell.textContent())!.match(/cluster (\d+): (\d+)/)!
    await cell.click()
    await expect
      .poll(() => page.locator('#listed-words').innerText())
      .toBe(`${count} samples selected: ${count} of cluster ${cluster}`)
    await page.locator('#listed-clear').click()
    const named = page.locator('details.card[open] button.id').first()
    const id = await named.innerText()
    await named.click()
    await expect.poll(() => page.locator('#tip').innerText()).toContain(id)
    expect(complaints).toEqual([])
  })

  it.each(['light', 'dark', 'phone'])('has no accessibility fault with everything unfolded (%s)', async (name) => {
    const { page } = await open('demo/report.html', { ...sizes[name], bypassCSP: true })
    await page.evaluate(() => {
      for (const part of document.querySelectorAll('details')) part.open = true
    })
    await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
    const faults = await page.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
      }
      const { violations } = await axe.run()
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
    })
    expect(faults).toEqual([])
  })

  it('shows markup in names as text and runs none of it', async () => {
    const { first, second, labels } = blobs(40, 2)
    const id = (i: number) => `"</script><img src=x onerror=window.hacked=1> ${i}"`
    place.file('a.csv', csv([['id', 'x', 'y', 'z'], ...first.map((row, i) => [id(i), ...row])]))
    place.file('b.csv', csv([['id', 'x', 'y', 'z'], ...second.map((row, i) => [id(i), ...row])]))
    place.file('truth.txt', csv(labels.map((label) => [`<b>${label}</b>`])))
    const run = await place.run('fit', 'a.csv', 'b.csv', '-k', '2', '--labels', 'truth.txt', '--out', 'bad')
    expect(run).toMatchObject({ code: 0 })
    const { page, complaints, requests } = await open('bad/report.html', sizes.light)
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
    expect(await page.locator('img').count()).toBe(0)
    const map = await lookAtMap(page)
    await page.mouse.move(map.x, map.y)
    await expect.poll(() => page.locator('#tip').isVisible()).toBe(true)
    expect(await page.locator('#tip').innerText()).toContain('</script><img src=x onerror=window.hacked=1>')
    expect(complaints).toEqual([])
    expect(requests.length).toBe(1)

    // A number above the tree shows so many clusters on the map.
    expect(await place.run('fit', 'a.csv', 'b.csv', '-k', '4', '--out', 'four')).toMatchObject({ code: 0 })
    const { page: four } = await open('four/report.html', sizes.light)
    await four.locator('#tree [data-mark="handle 3"]').click()
    expect(await four.locator('#cut-number').innerText()).toBe('3 clusters')
  })
})
