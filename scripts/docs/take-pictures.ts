// Takes the pictures of docs/studio.md and docs/report.md from the pages as they are: npm run build && npx tsx scripts/docs/take-pictures.ts
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { cluster, Studio } from '../../apps/studio/test/studio-page.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const picture = (name: string) => join(root, 'docs/images', name)
const studio = new Studio()
await studio.start()
try {
  const page = await studio.page({ viewport: { width: 1440, height: 900 } })
  await page.getByRole('button', { name: 'Try small articles' }).click()
  await page.getByText('120 samples, seen from').waitFor()
  await cluster(page)

  // A cluster as a table, and one of its rows beside the map.
  await page.locator('.legend button[aria-pressed]').first().click()
  await page.locator('.room tbody button').first().click()
  await page.locator('.near li').first().waitFor()
  await page.waitForTimeout(800)
  await page.screenshot({ path: picture('studio.png') })

  // Columns as filters.
  await page.getByRole('button', { name: 'Close the sample' }).click()
  await page.getByRole('button', { name: 'All samples' }).click()
  await page.getByRole('button', { name: 'Close the table' }).click()
  await page.getByRole('button', { name: 'Show all' }).click()
  const notes = page.getByRole('button', { name: 'Close this note' })
  while ((await notes.count()) > 0) await notes.first().click()
  await page.locator('.columns summary').click()
  await page.locator('.levels button').first().click()
  await page.locator('.levels button').nth(1).click()
  await page.locator('.columns').evaluate((element) => element.scrollIntoView())
  await page.waitForTimeout(800)
  await page.screenshot({ path: picture('studio-sample.png') })

  const demo = join(studio.folder, 'demo')
  execFileSync(process.execPath, [join(root, 'packages/manyview/bin/manyview.js'), 'demo', '--out', demo], {
    stdio: 'ignore',
  })
  await page.setViewportSize({ width: 1180, height: 960 })
  await page.goto(pathToFileURL(join(demo, 'report.html')).href)
  await page.waitForTimeout(500)
  await page.screenshot({ path: picture('report.png') })
} finally {
  await studio.end()
}
