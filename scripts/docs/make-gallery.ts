/**
 * Makes the pictures of docs/gallery.md by the commands that stand above them.
 *
 *     npx tsx scripts/docs/make-gallery.ts                     all entries, from the data in MANYVIEW_DATA
 *     npx tsx scripts/docs/make-gallery.ts -- Digits Photos    these
 */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { galleryEntries } from './gallery-entries.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const data = resolve(root, process.env.MANYVIEW_DATA ?? '../shared/data')
const place = join(root, '.cache/gallery')
const pictures = join(root, 'docs/images/gallery')

mkdirSync(place, { recursive: true })
mkdirSync(pictures, { recursive: true })
for (const [name, target] of Object.entries({ data, examples: join(root, 'examples') }))
  if (!existsSync(join(place, name))) symlinkSync(target, join(place, name), 'dir')

const names = process.argv.slice(2)
for (const { title, commands, picture } of galleryEntries(readFileSync(join(root, 'docs/gallery.md'), 'utf8'))) {
  if (names.length > 0 && !names.includes(title)) continue
  console.log(`\n== ${title}`)
  const built = commands.replaceAll('npx manyview', `node ${join(root, 'packages/manyview/bin/manyview.js')}`)
  const { status } = spawnSync('bash', ['-ec', built], { cwd: place, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${title}: a command failed`)
  const file = join(place, basename(picture))
  const page = file.replace(/\.png$/, '.html')
  if (page !== file && existsSync(page)) await photograph(page, file)
  copyFileSync(file, join(pictures, basename(picture)))
}

/** A page as a browser shows it. */
async function photograph(page: string, to: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  try {
    const tab = await browser.newPage({ viewport: { width: 1120, height: 400 }, deviceScaleFactor: 1.25 })
    await tab.goto(pathToFileURL(page).href)
    await tab.screenshot({ path: to, fullPage: true })
  } finally {
    await browser.close()
  }
}
