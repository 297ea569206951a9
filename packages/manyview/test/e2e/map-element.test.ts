import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blobs, csv } from './blobs.ts'
import { workplace } from './workplace.ts'

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const present = existsSync(executablePath)
const title = present
  ? '<manyview-map> in Chromium'
  : '<manyview-map> in Chromium (skipped: none at CHROMIUM or /usr/bin/chromium)'
const pictures = process.env.MANYVIEW_SCREENSHOTS
const policy = "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'; base-uri 'none'"
const element = fileURLToPath(new URL('../../../drawing/dist/manyview-map.js', import.meta.url))

const place = workplace()
const { first, second, labels } = blobs(90, 3)
place.file('a.csv', csv([['id', 'x', 'y', 'z'], ...first.map((row, i) => [`s${i}`, ...row])]))
place.file('b.csv', csv([['id', 'x', 'y', 'z'], ...second.map((row, i) => [`s${i}`, ...row])]))
place.file('about.csv', csv([['id', 'age'], ...labels.map((label, i) => [`s${i}`, 30 * label + i / 10])]))
place.file('names.txt', 'red\ngreen\nblue\n')
place.file(
  'index.html',
  `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>A map</title>
<script type="module" src="manyview-map.js"></script>
<script type="module" src="page.js"></script>
</head>
<body>
<manyview-map src="run/clustering.json"></manyview-map>
<p id="chosen"></p>
</body>
</html>
`,
)
place.file(
  'page.js',
  `document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => console.error(violatedDirective))
const map = document.querySelector('manyview-map')
map.addEventListener('select', ({ detail }) => (document.querySelector('#chosen').textContent = detail.ids.join(' ')))
`,
)

const types: Record<string, string> = { html: 'text/html', js: 'text/javascript', json: 'application/json' }
let server: Server
let browser: Browser
let page: Page
const complaints: string[] = []

beforeAll(async () => {
  if (!present) return
  const fit = ['fit', 'a.csv', 'b.csv', '-k', '3', '--metadata', 'about.csv', '--names', 'names.txt', '--out', 'run']
  expect((await place.run(...fit)).stderr).toBe('')
  server = createServer(({ url = '' }, answer) => {
    if (url === '/favicon.ico') return answer.writeHead(204).end()
    const name = url === '/' ? 'index.html' : url.slice(1)
    const path = name === 'manyview-map.js' ? element : place.path(name)
    if (!existsSync(path)) return answer.writeHead(404).end()
    const type = types[name.split('.').at(-1)!]
    answer.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(readFileSync(path))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  page = await browser.newPage({ viewport: { width: 900, height: 560 } })
  page.setDefaultTimeout(300_000)
  page.on('console', (message) => message.text().includes('GL Driver Message') || complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await page.waitForFunction(() => document.querySelector('manyview-map')?.map)
  await settle()
})

afterAll(async () => {
  await browser?.close()
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(0)))
})

const settle = () =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

async function look(name: string) {
  await settle()
  if (!pictures) return
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `map-element-${name}.png`) })
}

/** Different colours on the canvas of the map. */
const coloursDrawn = async () => {
  await settle()
  return page.evaluate(() => {
    const canvas = document.querySelector('manyview-map')!.shadowRoot!.querySelector('canvas')!
    document.querySelector('manyview-map')!.map!.showAll()
    return new Promise<number>((resolve) =>
      requestAnimationFrame(() => {
        const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')!
        copy.drawImage(canvas, 0, 0)
        const { data } = copy.getImageData(0, 0, canvas.width, canvas.height)
        const colours = new Set(new Uint32Array(data.buffer))
        resolve(colours.size)
      }),
    )
  })
}

describe.skipIf(!present)(title, () => {
  it('draws a clustering.json in a page that allows nothing but its own scripts', async () => {
    await look('light')
    expect(await coloursDrawn()).toBeGreaterThan(3)
    expect(complaints).toEqual([])
    const words = await page.locator('manyview-map').locator('svg text').allTextContents()
    expect(words.filter((word) => word !== '').sort()).toEqual(['blue', 'green', 'red'])
  })

  it('gives the ids of a selection, and takes them', async () => {
    const box = (await page.locator('manyview-map canvas').boundingBox())!
    const corners = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
      [0, 0],
    ]
    await page.keyboard.down('Shift')
    for (const [i, [right, down]] of corners.entries()) {
      await page.mouse.move(box.x + 6 + right * (box.width - 12), box.y + 6 + down * (box.height - 12))
      if (i === 0) await page.mouse.down()
    }
    await page.mouse.up()
    await page.keyboard.up('Shift')
    const chosen = (await page.locator('#chosen').textContent())!.split(' ')
    expect(chosen.sort()).toEqual(labels.map((_, i) => `s${i}`).sort())
    const selection = await page.evaluate(() => {
      const map = document.querySelector('manyview-map')!.map!
      map.selection = ['s1', 's3']
      return map.selection
    })
    expect(selection).toEqual(['s1', 's3'])
    await look('selected')
    await page.evaluate(() => {
      document.querySelector('manyview-map')!.map!.selection = []
    })
  })

  it('takes names, colours and what to colour by', async () => {
    await page.evaluate(() => {
      const map = document.querySelector('manyview-map')!.map!
      map.names = ['one', 'two', 'three']
      map.colours = ['#ff0000', '#00ff00', '#0000ff']
    })
    await settle()
    const words = await page.locator('manyview-map').locator('svg text').allTextContents()
    expect(words.filter((word) => word !== '').sort()).toEqual(['one', 'three', 'two'])
    await page.locator('manyview-map select').selectOption('age')
    expect(await page.locator('manyview-map .legend').textContent()).toMatch(/^\d.*\d$/)
    await page.evaluate(() => document.querySelector('manyview-map')!.setAttribute('theme', 'dark'))
    await look('dark-by-age')
    await page.evaluate(() => document.querySelector('manyview-map')!.setAttribute('colour-by', 'confidence'))
    expect(await page.locator('manyview-map select').inputValue()).toBe('confidence')
  })

  it('refuses names, colours, ids and columns that do not fit', async () => {
    const said = await page.evaluate(() => {
      const map = document.querySelector('manyview-map')!.map!
      const tries: (() => unknown)[] = [
        () => (map.names = ['one']),
        () => (map.colours = ['red', 'green', 'blue']),
        () => (map.selection = ['s999']),
        () => (map.colourBy = 'weight'),
      ]
      return tries.map((attempt) => {
        try {
          attempt()
          return ''
        } catch (error) {
          return (error as Error).message
        }
      })
    })
    expect(said).toEqual([
      'names: has 1 entries but there are 3 clusters, give one for each',
      'colours: has "red", write it as #rrggbb',
      'selection: has "s999", which is no id of a sample',
      'colourBy: is "weight", which is not there, give cluster, confidence, age',
    ])
  })

  it('says in its place what is wrong with a file', async () => {
    const wordsAfter = async (src: string) => {
      await page.evaluate((src) => {
        document.querySelector('manyview-map')!.setAttribute('src', src)
      }, src)
      return page.locator('manyview-map [role=alert]').textContent()
    }
    expect(await wordsAfter('page.js')).toMatch(/is not JSON or was cut off/)
    complaints.length = 0
    await page.evaluate(() => document.querySelector('manyview-map')!.shadowRoot!.replaceChildren())
    expect(await wordsAfter('nothing.json')).toBe('nothing.json: cannot be loaded (404)')
    await page.evaluate(() => document.querySelector('manyview-map')!.setAttribute('src', 'run/clustering.json'))
    await page.waitForFunction(() => document.querySelector('manyview-map')!.map)
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([])
  })

  it('goes away without a trace', async () => {
    const left = await page.evaluate(() => {
      const element = document.querySelector('manyview-map')!
      element.remove()
      return [element.map, element.shadowRoot!.childElementCount]
    })
    expect(left).toEqual([null, 0])
  })
})
