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
  const page = await studio.page({ viewport: { width: 1440, height: 1150 } })
  await page.getByRole('button', { name: 'Try the handwritten digits' }).click()
  await page.getByText('seen from 4 sides').waitFor()
  await cluster(page)
  await page.locator('.map').hover({ position: { x: 300, y: 300 } })
  await page.waitForTimeout(500)
  await page.screenshot({ path: picture('studio.png') })

  // One sample, its neighbours in each view, and where it lies in each.
  await page.locator('.divided summary').click()
  await page.locator('.divided tbody button').first().click()
  await page.getByText('Nearest in each view').waitFor()
  await page.locator('.near li').first().waitFor()
  await page.locator('.divided summary').click()
  await page.locator('.toolbar').scrollIntoViewIfNeeded()
  await page.evaluate(() => document.querySelector('.toolbar')!.scrollIntoView())
  await page.waitForTimeout(500)
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
