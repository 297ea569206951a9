import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Random } from '@manyview/core/numerics'
import { writeNpy } from '@manyview/formats'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { startedStudio } from './started-studio.ts'
import { choose, cluster, hasBrowser, needsBrowser } from './studio-page.ts'

const studio = startedStudio()
const folder = process.env.MANYVIEW_DATA ?? fileURLToPath(new URL('../../../../shared/data', import.meta.url))
const data = (...names: string[]) => names.map((name) => join(folder, name))
const needsData = existsSync(folder) ? '' : ` (skipped: no folder ${folder}, set MANYVIEW_DATA)`

/** For people to look at; not kept. */
const pictures = fileURLToPath(new URL('../../../.cache/studio/', import.meta.url))
const sizes = [
  [1440, 900],
  [1024, 700],
  [390, 844],
] as const

/** Two embeddings of the same 300 items, and a table of these with titles, prices and links. */
function items(): string[] {
  const random = new Random(5)
  const kinds = Array.from({ length: 300 }, () => random.below(4))
  const embedding = (columns: number, step: number) =>
    writeNpy(
      Float64Array.from(
        { length: 300 * columns },
        (_, p) => step * Math.cos(kinds[Math.floor(p / columns)] + p) + random.uniform(),
      ),
      [300, columns],
    )
  const rows = kinds.map(
    (kind, i) => `"Item ${i}, of ${['wood', 'glass', 'cloth', 'steel'][kind]}",${i % 90},https://example.org/${i}`,
  )
  return [
    studio.file('images.npy', embedding(16, 3)),
    studio.file('texts.npy', embedding(12, 2)),
    studio.file('items-metadata.csv', `title,price,link\n${rows.join('\n')}\n`),
  ]
}

const tasks: { name: string; open(page: Page): Promise<void> }[] = [
  { name: 'bbc', open: (page) => choose(page, ...data('text/bbc-news.csv')) },
  { name: 'items', open: (page) => choose(page, ...items()) },
  { name: 'pbmc', open: (page) => choose(page, ...data('cells/pbmc-cite.h5')) },
  {
    name: 'brca',
    open: (page) =>
      choose(page, ...data(...['mrna', 'mirna', 'protein', 'clinical'].map((part) => `omics/brca-${part}.csv`))),
  },
  {
    name: 'kirc',
    open: (page) => choose(page, ...data(...['ge', 'me', 'mi', 'survival'].map((part) => `omics/kirc-${part}.csv`))),
  },
  {
    name: 'photos',
    open: (page) => page.getByLabel('Folder to open').setInputFiles(join(folder, 'images/scenes')),
  },
]

describe.skipIf(!hasBrowser || needsData !== '')(
  `five tasks, from the files to single samples${needsBrowser}${needsData}`,
  () => {
    it.each(tasks)(
      'has nothing beyond the edge in any tab at any width, and every sample whole: $name',
      async ({ name, open }) => {
        mkdirSync(pictures, { recursive: true })
        const page = await studio.page({ viewport: { width: 1440, height: 900 } })
        await open(page)
        await page.getByText(/seen from \d+ sides?/).waitFor()
        await cluster(page)
        // One click more than the map: a sample with all that is known of it.
        await page.locator('.map').focus()
        await page.keyboard.press('ArrowRight')
        await page.keyboard.press('Enter')
        await page.getByText('1 selected').waitFor()
        await page.getByLabel('Sample', { exact: true }).locator('dl div').first().waitFor()
        await page.getByRole('button', { name: 'Table', exact: true }).click()
        await page.locator('.room tbody tr').first().waitFor()
        const tabs = await page.getByRole('tab').allTextContents()
        if (name === 'brca' || name === 'kirc') expect(tabs).toContain('Metadata')
        for (const tab of tabs) {
          await page.getByRole('tab', { name: tab, exact: true }).click()
          for (const [width, height] of sizes) {
            await page.setViewportSize({ width, height })
            await page.waitForTimeout(300)
            await page.screenshot({ path: `${pictures}${name}-${tab.toLowerCase()}-${width}.png` })
            const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
            expect(beyond, `${tab} at ${width}: pixels beyond the edge`).toBeLessThanOrEqual(0)
          }
        }
        expect(studio.failures).toEqual([])
      },
    )
  },
)
