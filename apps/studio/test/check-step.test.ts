import { describe, expect, it } from 'vitest'
import { startedStudio } from './started-studio.ts'
import { choose, cluster, hasBrowser, needsBrowser } from './studio-page.ts'

const studio = startedStudio()
const lines = (rows: readonly (readonly (string | number)[])[]) => rows.map((row) => row.join(',')).join('\n')
const samples = Array.from({ length: 60 }, (_, i) => i)
const first = lines([
  ['id', 'a', 'b', 'colour', 'city'],
  ...samples.map((i) => [
    `s${i}`,
    (i % 3) * 5 + i / 60,
    i === 7 ? '' : (i % 2) + i / 50,
    i % 3,
    i % 4 ? 'Bern' : 'Oslo',
  ]),
]).replaceAll(/,([012]),(Bern|Oslo)/g, (_, level, city) => `,${['red', 'green', 'blue'][level]},${city}`)
const clinical = lines([['id', 'age', 'stage'], ...samples.map((i) => [`s${i}`, 40 + (i % 30), i % 3])])
const second = lines([['id', 'c', 'd'], ...samples.slice(5).map((i) => [`s${i}`, (i % 3) * 4 + i / 70, i / 60])])

describe.skipIf(!hasBrowser)(`what the page understood can be corrected${needsBrowser}`, () => {
  it('columns that describe samples, samples that a view lacks, missing values', async () => {
    const page = await studio.page()
    await choose(page, studio.file('first.csv', first), studio.file('second.csv', second))
    await page.getByText('seen from 2 sides').waitFor()
    expect(await page.locator('.step .views:not(.roles)').first().textContent()).toContain('1 value missing')
    expect(await page.getByText('Matched by id').textContent()).toContain('55 of 60')
    await page.getByText('First rows of first').click()
    await expect.poll(() => page.locator('.understanding details[open] tbody tr').count()).toBe(10)
    await page.getByLabel('Missing values').selectOption('mean')
    await page.locator('.step .views .warn').waitFor({ state: 'detached' })
    await page.getByLabel('Keep samples').selectOption('outer')
    await page.locator('.step p b', { hasText: '60' }).first().waitFor()
    await page.getByText('2 columns beside the views').click()
    await page.getByLabel('What colour is').selectOption('view')
    await page.getByText('seen from 3 sides').waitFor()
    expect(await page.locator('.step .views:not(.roles)').first().textContent()).not.toContain('missing')
    await page.getByLabel('Clusters', { exact: true }).fill('3')
    await cluster(page)
    await page.getByRole('tab', { name: 'Export' }).click()
    const command = await page.locator('code', { hasText: 'manyview fit' }).first().textContent()
    expect(command).toContain('--categories use=colour --join outer --missing mean')
    expect(studio.failures).toEqual([])

    // A file that describes samples is metadata unless it is asked to be a view.
    await choose(
      page,
      ...['first.csv', 'second.csv'].map((name) => `${studio.folder}/${name}`),
      studio.file('clinical.csv', clinical),
    )
    await page.getByText('seen from 2 sides').waitFor()
    expect(await page.getByLabel('What clinical.csv is').inputValue()).toBe('metadata')
    await page.getByLabel('What clinical.csv is').selectOption('views')
    await page.getByText('seen from 3 sides').waitFor()
    await page.getByLabel('What clinical.csv is').selectOption('ignored')
    await page.getByText('seen from 2 sides').waitFor()
    expect(await page.locator('.runs li .warn').textContent()).toContain('other data')
    await page.goBack()
    await page.getByRole('tab', { name: 'Export', selected: true }).waitFor()
    await page.getByRole('button', { name: /^Look of the page/ }).click()
    await page.getByRole('button', { name: /^Look of the page/ }).click()
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
      'rgb(16, 19, 24)',
    )
    expect(studio.failures).toEqual([])
  })
})
