// Goes through the studio with files as a user does, from opening to comparing two runs, and leaves a picture of every screen in four looks:
// npx tsx scripts/docs/studio-flow.ts -- FOLDER [--clusters K] FILE…   (no file: the handwritten digits; build the studio first)
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { choose, cluster, Studio } from '../../apps/studio/test/studio-page.ts'

const looks = [
  { name: 'light', colorScheme: 'light', width: 1440, height: 900 },
  { name: 'dark', colorScheme: 'dark', width: 1440, height: 900 },
  { name: 'narrow', colorScheme: 'light', width: 390, height: 844 },
  // A window of 1440 × 900 at 200 %.
  { name: 'zoomed', colorScheme: 'light', width: 720, height: 450 },
] as const

const [folder, ...others] = process.argv.slice(2)
const clusters = others[0] === '--clusters' ? others[1] : null
const paths = clusters === null ? others : others.slice(2)
const studio = new Studio()

/** A picture of the page as it stands in every look; the first look is that of the flow. */
async function show(page: Page, state: string): Promise<void> {
  for (const { name, colorScheme, width, height } of looks) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height })
    await page.waitForTimeout(400)
    if (name === 'zoomed') await page.locator('[role=tabpanel], .understanding').first().scrollIntoViewIfNeeded()
    await page.screenshot({ path: join(folder, `${state}-${name}.png`), fullPage: name === 'narrow' })
  }
  const [{ colorScheme, width, height }] = looks
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize({ width, height })
  await page.waitForTimeout(200)
}

async function openFiles(page: Page): Promise<void> {
  const folders = paths.filter((path) => statSync(path).isDirectory())
  if (paths.length === 0) await page.getByRole('button', { name: 'Try the handwritten digits' }).click()
  else if (folders.length > 0) await page.getByLabel('Folder to open').setInputFiles(folders[0])
  else await choose(page, ...paths)
  await page.getByText(/seen from \d+ sides?/).waitFor()
}

mkdirSync(folder, { recursive: true })
await studio.start()
try {
  const page = await studio.page({ viewport: { width: 1440, height: 900 } })
  const tab = (name: string) => page.getByRole('tab', { name, exact: true })
  await openFiles(page)
  await show(page, '1-check')
  if (clusters !== null) await page.getByLabel('Clusters', { exact: true }).fill(clusters)
  const began = performance.now()
  await cluster(page)
  console.log(`fit, map and explanations: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  await show(page, '2-map')
  for (const [name, state] of [
    ['Clusters', '3-clusters'],
    ['Tree', '4-tree'],
    ['Odd samples', '5-odd'],
    ['Metadata', '6-metadata'],
    ['Views', '7-views'],
  ]) {
    if ((await tab(name).count()) === 0) continue
    await tab(name).click()
    await show(page, state)
  }
  await tab('Map').click()
  await page.getByRole('button', { name: 'Lasso' }).click()
  const box = (await page.locator('.map').boundingBox())!
  const at = (x: number, y: number) => [box.x + x * box.width, box.y + y * box.height] as const
  await page.mouse.move(...at(0.35, 0.25))
  await page.mouse.down()
  for (const [x, y] of [
    [0.7, 0.3],
    [0.65, 0.75],
    [0.3, 0.7],
  ] as const)
    await page.mouse.move(...at(x, y), { steps: 5 })
  await page.mouse.up()
  await page.getByText(/^[\d,]+ selected$/).waitFor()
  await show(page, '8-selection')
  await page.getByRole('combobox', { name: /^Find/ }).fill('1')
  await page.locator('.search [role=option]').first().waitFor()
  await show(page, '9-search')
  await page.getByRole('combobox', { name: /^Find/ }).fill('')
  await tab('Export').click()
  await show(page, '10-export')
  await page.getByText('More', { exact: true }).click()
  await page.getByLabel('Method').selectOption('kmeans')
  await cluster(page)
  await tab('Map').click()
  await show(page, '11-second-run')
  await tab('Compare').click()
  await show(page, '12-compare')
  await page.goBack()
  await tab('Map').waitFor()
  await show(page, '13-back')
  if (studio.failures.length > 0) throw new Error(studio.failures.join('\n'))
} finally {
  await studio.end()
}
