import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { largeClustering } from './large-clustering.ts'
import { startedStudio } from './started-studio.ts'
import { choose, cluster, hasBrowser, needsBrowser, saved, unfold } from './studio-page.ts'

const studio = startedStudio()

/** The small articles, clustered, on a screen of that size. */
async function articles(width: number, height: number): Promise<Page> {
  const page = await studio.page({ viewport: { width, height } })
  await page.getByRole('button', { name: 'Try small articles' }).click()
  await page.getByText('120 samples, seen from').waitFor()
  await cluster(page)
  return page
}

const beyondEdge = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

describe.skipIf(!hasBrowser)(`the results are the page${needsBrowser}`, () => {
  it('folds the settings into one line after a fit, gives the height to the map, and keeps the focus', async () => {
    const page = await articles(1024, 700)
    const fold = page.locator('.fold')
    expect(await fold.textContent()).toMatch(/articles\.csv6 views · \d+ clustersChange/)
    expect(await page.locator('#settings').isVisible()).toBe(false)
    expect((await page.locator('.map').boundingBox())!.height).toBeGreaterThanOrEqual(600)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('tab-map')
    await unfold(page)
    await page.getByRole('button', { name: 'Cluster', exact: true }).waitFor()
    expect(await beyondEdge(page)).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: 'Fold the settings' }).click()
    expect(await page.locator('#settings').isVisible()).toBe(false)
  })

  it('shows the map first on a phone, with nothing beyond the edge', async () => {
    const page = await articles(390, 844)
    const map = (await page.locator('.map').boundingBox())!
    expect(map.y).toBeLessThan(200)
    expect(map.height).toBeGreaterThan(400)
    expect((await page.locator('.beside').boundingBox())!.y).toBeGreaterThan(map.y + map.height)
    expect(await beyondEdge(page)).toBeLessThanOrEqual(0)
  })

  it.each([
    [1440, 900],
    [1024, 700],
    [390, 844],
  ])('opens the whole rows of a cluster beside the map, linked both ways, at %i × %i', async (width, height) => {
    const page = await articles(width, height)
    const entry = page.locator('.legend button[aria-pressed]').first()
    const size = Number((await entry.locator('.number-text').textContent())!)
    await entry.click()
    const rows = page.getByLabel('Table of samples').locator('tbody tr')
    await rows.first().getByText(/\.$/).first().waitFor()
    expect(await page.getByLabel('Table of samples').locator('table').getAttribute('aria-rowcount')).toBe(`${size + 1}`)
    // The text stands there whole: four sentences, beside every other column.
    const text = await rows.first().locator('.room-text').textContent()
    expect(text!.length).toBeGreaterThan(180)
    expect(text).toMatch(/\.$/)
    expect(await rows.first().locator('td').count()).toBe(7)
    expect(await beyondEdge(page)).toBeLessThanOrEqual(0)

    // A row opens the sample beside the map, where it is ringed.
    const id = await rows.first().locator('button').textContent()
    await rows.first().locator('button').click()
    const sample = page.getByLabel('Opened sample')
    expect(await sample.locator('h3').first().textContent()).toBe(id)
    await expect.poll(() => sample.locator('.whole-text').textContent()).toBe(text)
    await expect.poll(() => page.locator('.map svg circle').count()).toBe(1)

    // A sample that is chosen on the map is brought into sight in the table.
    await page.getByRole('button', { name: 'All samples' }).click()
    await page.locator('.map').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByText('1 selected').waitFor()
    const chosen = await page.getByLabel('Sample', { exact: true }).locator('h3').textContent()
    expect(await page.locator('.room tr.chosen button').textContent()).toBe(chosen)
  })

  it('sorts and searches rows, and selects what was found', async () => {
    const page = await articles(1440, 900)
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    const table = page.getByLabel('Table of samples')
    await table.getByRole('button', { name: 'confidence' }).click()
    const values = async () => (await table.locator('td[data-name="confidence"]').allTextContents()).map(Number)
    await expect.poll(async () => (await values()).length).toBeGreaterThan(2)
    expect(await values()).toEqual((await values()).toSorted((a, b) => a - b))
    await table.getByRole('button', { name: 'confidence' }).click()
    await expect.poll(async () => (await values())[0]).toBeGreaterThan((await values())[2] - 1e-9)
    expect(await table.locator('th[aria-sort="descending"]').textContent()).toContain('confidence')
    await table.getByLabel('Find in the table').fill('planets')
    await expect.poll(() => table.locator('h2 .number-text').textContent()).not.toBe('120')
    const found = Number(await table.locator('h2 .number-text').textContent())
    expect(found).toBeGreaterThan(0)
    await table.getByRole('button', { name: 'Select these' }).click()
    await page.getByText(`${found} selected`).waitFor()
  })

  it('shows links and columns that are no view, and keeps texts whole', async () => {
    const page = await studio.page()
    const rows = Array.from({ length: 60 }, (_, i) => [
      `p${i}`,
      (i % 3) * 4 + i / 60,
      (i % 2) + i / 50,
      `https://example.org/item/${i}`,
      i % 3 ? 'new' : 'used',
    ])
    const table = [['id', 'a', 'b', 'link', 'state'], ...rows].map((row) => row.join(',')).join('\n')
    await choose(page, studio.file('items.csv', table))
    await page.getByText('60 samples').first().waitFor()
    await cluster(page)
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    const link = page.locator('.room td[data-name="link"] a').first()
    await link.waitFor()
    expect(await link.getAttribute('href')).toBe('https://example.org/item/0')
    expect(await link.getAttribute('rel')).toBe('noreferrer')
  })

  it('scrolls 100,000 rows, of which only those in sight are there', async () => {
    const page = await studio.page()
    await choose(page, studio.file('clustering.json', largeClustering(100_000)))
    await page.locator('.map canvas').waitFor()
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    const frame = page.locator('.virtual')
    await frame.locator('tbody tr').first().waitFor()
    await frame.evaluate((element) => {
      element.scrollTop = element.scrollHeight
    })
    await frame.getByRole('button', { name: '99999', exact: true }).waitFor()
    expect(await frame.locator('tbody tr').count()).toBeLessThan(100)
    await frame.evaluate((element) => {
      element.scrollTop = element.scrollHeight / 2
    })
    await expect
      .poll(async () => Number(await frame.locator('tbody button').nth(10).textContent()))
      .toBeGreaterThan(40_000)
  })

  it('names clusters on the map, in place, the same everywhere, and takes a name back', async () => {
    const page = await articles(1440, 900)
    const words = page.locator('.map svg text[visibility="visible"]')
    const entry = page.locator('.legend .cut').first()
    const before = await entry.textContent()
    expect(before).toMatch(/^\w+, \w+/)
    await expect.poll(async () => (await words.allTextContents()).join('|')).toContain(before!.split(',')[0])
    await words.first().click()
    const field = page.locator('.naming input')
    await field.fill('Concerts')
    await field.press('Enter')
    await expect.poll(async () => (await words.allTextContents()).join('|')).toContain('Concerts')
    expect(await page.locator('.legend').textContent()).toContain('Concerts')
    await page.getByRole('button', { name: 'Rename Concerts' }).click()
    await page.getByLabel('New name of Concerts').fill('Music')
    await page.getByLabel('New name of Concerts').press('Enter')
    await expect.poll(() => page.locator('.legend').textContent()).toContain('Music')
    await page.locator('.map').focus()
    await page.keyboard.press('Control+z')
    await expect.poll(() => page.locator('.legend').textContent()).toContain('Concerts')
    const map = await saved(page, () => page.getByLabel('Save the map as SVG').click())
    expect(map.text).toContain('Concerts')
    await page.getByRole('tab', { name: 'Export' }).click()
    const report = await saved(page, () => page.getByRole('button', { name: 'report.html' }).click())
    expect(report.text).toContain('Concerts')
    expect(report.text).not.toContain(before)
  })

  it('opens its own report again, with names, filters, colours and the place on the map', async () => {
    const page = await articles(1440, 900)
    await page
      .getByRole('button', { name: /^Rename/ })
      .first()
      .click()
    await page.getByLabel(/^New name of/).fill('Concerts')
    await page.getByLabel(/^New name of/).press('Enter')
    await page.locator('.columns summary').click()
    const least = page.getByLabel('Lowest confidence')
    await least.fill('0.5')
    await least.press('Tab')
    const pass = await page.locator('.columns p b').textContent()
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await page.getByRole('button', { name: 'Zoom in' }).click()
    const circle = async (on: Page) => {
      await on.locator('.map').focus()
      await on.keyboard.press('ArrowRight')
      return on.locator('.map svg circle').first().getAttribute('cx')
    }
    const place = await circle(page)
    await page.getByRole('tab', { name: 'Export' }).click()
    const report = await saved(page, () => page.getByRole('button', { name: 'report.html' }).click())
    const other = await studio.page({ viewport: { width: 1440, height: 900 } })
    await choose(other, studio.file('report.html', report.text))
    await other.locator('.map canvas').waitFor()
    expect(await other.locator('.legend').textContent()).toContain('Concerts')
    await other.locator('.columns summary').click()
    expect(await other.locator('.columns p b').textContent()).toBe(pass)
    expect(await circle(other)).toBe(place)
  })

  it('leaves no error unseen', () => {
    expect(studio.failures).toEqual([])
  })
})
