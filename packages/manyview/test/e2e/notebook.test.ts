import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildMapWidget } from '../../../../scripts/build-map-element.mjs'
import { blobs, csv } from './blobs.ts'
import { command } from './command.ts'
import { workplace } from './workplace.ts'

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
const present = existsSync(executablePath)
const client = fileURLToPath(new URL('../../../../clients/python/src', import.meta.url))
const python = '/usr/bin/python3'
const hasNotebook =
  present &&
  existsSync(join(client, 'manyview/command/map-widget.js')) &&
  spawnSync(python, ['-c', 'import notebook, ipykernel, numpy']).status === 0
const title = hasNotebook
  ? 'a map in Jupyter'
  : 'a map in Jupyter (skipped: it needs Chromium, notebook, ipykernel, numpy and npm run build:clients)'

const place = workplace()
const { first, second } = blobs(60, 3)
place.file('a.csv', csv(first))
place.file('b.csv', csv(second))
let browser: Browser

beforeAll(async () => {
  if (!present) return
  expect((await place.run('fit', 'a.csv', 'b.csv', '-k', '3', '--out', 'run')).code).toBe(0)
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
})
afterAll(() => browser?.close())

describe.skipIf(!present)('the widget of a notebook, by the conventions of anywidget', () => {
  let server: Server
  beforeAll(async () => {
    await buildMapWidget(place.path('widget.js'))
    const script = '<script type="module">import widget from "./widget.js"; globalThis.widget = widget</script>'
    place.file('index.html', `<!doctype html><meta charset="utf-8">${script}<div id="cell"></div>`)
    server = createServer(({ url = '' }, answer) => {
      const type = url.endsWith('.js') ? 'text/javascript' : 'text/html'
      const path = place.path(url === '/' ? 'index.html' : url.slice(1))
      if (!existsSync(path)) return answer.writeHead(204).end()
      answer.writeHead(200, { 'content-type': type }).end(readFileSync(path))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  it('shares selection, names and colours with its model, both ways, and goes away', async () => {
    const page = await browser.newPage()
    page.setDefaultTimeout(300_000)
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    const answer = await page.evaluate(
      async (clustering) => {
        const names = ['cluster 0', 'cluster 1', 'cluster 2']
        const values: Record<string, unknown> = { clustering, names, colours: [], colour_by: 'cluster', selection: [] }
        const listeners = new Map<string, Set<() => void>>()
        const saved: unknown[] = []
        const model = {
          get: (name: string) => values[name],
          set: (name: string, value: unknown) => {
            values[name] = value
          },
          save_changes: () => saved.push(values.selection),
          on: (event: string, listener: () => void) =>
            listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
          off: (event: string, listener: () => void) => listeners.get(event)!.delete(listener),
        }
        const change = (name: string, value: unknown) => {
          values[name] = value
          for (const listener of listeners.get(`change:${name}`)!) listener()
        }
        const el = document.querySelector<HTMLElement>('#cell')!
        const { widget } = globalThis as unknown as { widget: { render(of: object): () => void } }
        const end = widget.render({ model, el })
        const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
        const root = el.firstElementChild!.shadowRoot!
        change('names', ['one', 'two', 'three'])
        change('colours', ['#ff0000', '#00ff00', '#0000ff'])
        change('selection', ['3'])
        await frames()
        const texts = [...root.querySelectorAll('svg text')].map((text) => text.textContent)
        const rings = root.querySelectorAll('svg circle').length
        // A line around everything, drawn with the keys that a reader presses.
        const canvas = root.querySelector('canvas')!
        const box = canvas.getBoundingClientRect()
        canvas.setPointerCapture = () => undefined
        const point = (type: string, x: number, y: number) =>
          canvas.dispatchEvent(
            new PointerEvent(type, {
              clientX: box.left + x * box.width,
              clientY: box.top + y * box.height,
              shiftKey: true,
              pointerId: 1,
            }),
          )
        point('pointerdown', 0, 0)
        for (const [x, y] of [
          [1, 0],
          [1, 1],
          [0, 1],
        ])
          point('pointermove', x, y)
        point('pointerup', 0, 1)
        const selected = saved.map((ids) => (ids as string[]).length)
        end()
        const left = [...listeners.values()].reduce((sum, each) => sum + each.size, 0)
        return { texts: texts.sort(), rings, selected, left, children: el.childElementCount }
      },
      readFileSync(place.path('run/clustering.json'), 'utf8'),
    )
    expect(answer).toEqual({ texts: ['one', 'three', 'two'], rings: 1, selected: [60], left: 0, children: 0 })
    expect(problems).toEqual([])
    await page.close()
  })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

describe.skipIf(!hasNotebook)(title, () => {
  it('is shown by the cell that makes it', async () => {
    const source = [
      'import numpy as np',
      'from manyview import Manyview',
      'labels = np.repeat([0, 1, 2], 20)',
      'views = [10 * labels[:, None] + np.random.RandomState(v).rand(60, 3) for v in (0, 1)]',
      'Manyview(3).fit(views).map()',
    ]
    const cell = { cell_type: 'code', execution_count: null, metadata: {}, outputs: [], source: source.join('\n') }
    const kernelspec = { name: 'python3', display_name: 'Python 3', language: 'python' }
    place.file('map.ipynb', JSON.stringify({ cells: [cell], metadata: { kernelspec }, nbformat: 4, nbformat_minor: 4 }))
    const folder = place.path('jupyter')
    mkdirSync(folder)
    const flags = ['--no-browser', '--allow-root', '--NotebookApp.token=', '--NotebookApp.password=', '--ip=127.0.0.1']
    const port = await freePort()
    const jupyter = spawn(python, ['-m', 'notebook', ...flags, `--port=${port}`, `--notebook-dir=${place.folder}`], {
      env: {
        ...process.env,
        PYTHONPATH: client,
        MANYVIEW_COMMAND: command,
        ...{ JUPYTER_RUNTIME_DIR: folder, JUPYTER_DATA_DIR: folder, JUPYTER_CONFIG_DIR: folder, IPYTHONDIR: folder },
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    try {
      const address = await new Promise<string>((resolve, reject) => {
        let said = ''
        jupyter.stderr.setEncoding('utf8').on('data', (text) => {
          said += text
          const [found] = /http:\/\/127\.0\.0\.1:\d+\//.exec(said) ?? []
          if (found) resolve(found)
        })
        jupyter.on('exit', () => reject(new Error(said)))
      })
      const page = await browser.newPage({ viewport: { width: 1000, height: 900 } })
      page.setDefaultTimeout(600_000)
      await page.goto(`${address}notebooks/map.ipynb`)
      await page.locator('#kernel_indicator_icon.kernel_idle_icon').waitFor()
      await page.locator('.code_cell .CodeMirror').first().click()
      await page.keyboard.press('Control+Enter')
      const map = page.locator('.output_area canvas').first()
      await map.waitFor()
      await expect.poll(() => page.locator('.output_area svg text').count()).toBe(3)
      if (process.env.MANYVIEW_SCREENSHOTS) {
        await map.scrollIntoViewIfNeeded()
        await page.screenshot({ path: join(process.env.MANYVIEW_SCREENSHOTS, 'jupyter.png') })
      }
      expect(await page.locator('.output_area img').count()).toBe(0)
      await page.close()
    } finally {
      jupyter.kill('SIGTERM')
      await new Promise((resolve) => jupyter.on('close', resolve))
    }
  })
})
