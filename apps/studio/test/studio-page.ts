import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type StudioServer, startStudioServer } from 'manyview/node'
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core'

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'

/** Tests of the page need a browser; without one they are skipped, and their title says why. */
export const hasBrowser = existsSync(executablePath)
export const needsBrowser = hasBrowser ? '' : ' (skipped: there is no Chromium; set CHROMIUM to its path)'

/** Milliseconds after which a page that does not come to what it is waited for is given up, with a message that names it: far beyond what a loaded machine takes, and before the limit of vitest.config.ts, which names nothing. */
export const pageTimeout = 300_000

const built = fileURLToPath(new URL('../dist', import.meta.url))
const flags = [
  '--no-sandbox',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
]
const software = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']

const card = ['--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--enable-features=Vulkan']

/** A browser with the built page, for one file of tests. */
export class Studio {
  readonly folder = mkdtempSync(join(tmpdir(), 'manyview-studio-'))
  private server: StudioServer | undefined
  private browser: Browser | undefined
  /** What went wrong unseen in any page. */
  readonly failures: string[] = []

  async start({ webgl = true, webgpu = false } = {}): Promise<void> {
    this.server = await startStudioServer(built)
    const graphics = webgl ? software : ['--disable-3d-apis', '--disable-gpu']
    this.browser = await chromium.launch({ executablePath, args: [...flags, ...graphics, ...(webgpu ? card : [])] })
  }

  /** A page of its own, with nothing remembered; `before` runs in it before anything else. */
  async page(options: BrowserContextOptions = {}, before?: () => void): Promise<Page> {
    const context = await this.browser!.newContext({ viewport: { width: 1280, height: 800 }, ...options })
    const page = await context.newPage()
    page.setDefaultTimeout(pageTimeout)
    page.on('pageerror', (error) => this.failures.push(`error: ${error.message}`))
    page.on('console', (line) => {
      if (line.type() === 'error') this.failures.push(`console: ${line.text()}`)
    })
    if (before) await page.addInitScript(before)
    await page.goto(this.server!.url)
    await page.getByRole('button', { name: 'Choose files' }).waitFor()
    return page
  }

  /** Writes a file; gives back its path. */
  file(name: string, content: string | Uint8Array): string {
    const path = join(this.folder, name)
    writeFileSync(path, content)
    return path
  }

  /** Takes the network away. */
  async stopServer(): Promise<void> {
    await this.server?.close()
    this.server = undefined
  }

  async end(): Promise<void> {
    await this.browser?.close()
    await this.stopServer()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Chooses files as the button does. */
export async function choose(page: Page, ...paths: string[]): Promise<void> {
  await page.getByLabel('Files to open').setInputFiles(paths)
}

/** Drops files on the page, as a mouse does. */
export async function drop(page: Page, ...paths: string[]): Promise<void> {
  await dropOn(page.locator('body'), ...paths)
}

/** Drops files on a part of the page. */
export async function dropOn(part: Locator, ...paths: string[]): Promise<void> {
  const files = paths.map((path) => ({
    name: path.split('/').pop()!,
    base64: readFileSync(path).toString('base64'),
  }))
  await part.evaluate((element, given) => {
    const transfer = new DataTransfer()
    for (const { name, base64 } of given) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      transfer.items.add(new File([bytes], name))
    }
    for (const kind of ['dragenter', 'dragover', 'drop'])
      element.dispatchEvent(new DragEvent(kind, { dataTransfer: transfer, bubbles: true, cancelable: true }))
  }, files)
}

/** Opens the settings, which are folded into one line once there is a result. */
export async function unfold(page: Page): Promise<void> {
  const change = page.getByRole('button', { name: 'Change', exact: true })
  if (await change.isVisible()) await change.click()
}

/** Presses Cluster and waits for the result. */
export async function cluster(page: Page): Promise<void> {
  await unfold(page)
  await page.getByRole('button', { name: 'Cluster', exact: true }).click()
  await page.getByRole('tablist').waitFor()
  await page.locator('.progress').waitFor({ state: 'detached' })
}

/** Takes the card of the next fit away so many milliseconds after it was asked for its first work, as a driver does that is reset. */
export async function loseCard(page: Page, after = 0): Promise<void> {
  // It runs in the worker, which knows nothing of this file.
  await page.workers()[0].evaluate((after) => {
    const { requestDevice } = GPUAdapter.prototype
    GPUAdapter.prototype.requestDevice = async function (...given) {
      GPUAdapter.prototype.requestDevice = requestDevice
      const device = await requestDevice.apply(this, given)
      const { createCommandEncoder } = device
      device.createCommandEncoder = (...wanted) => {
        setTimeout(() => device.destroy(), after)
        return createCommandEncoder.apply(device, wanted)
      }
      return device
    }
  }, after)
}

/** The text of the file that pressing a button saves. */
export async function saved(
  page: Page,
  press: () => Promise<void>,
): Promise<{ name: string; text: string; path: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  const path = await download.path()
  return { name: download.suggestedFilename(), text: readFileSync(path, 'utf8'), path }
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds wrong with a page. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as {
      axe: { run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }> }
    }
    const { violations: found } = await checker.run()
    return found.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`))
  })
}
