import { cluster as fit } from '@manyview/core'
import { associate } from '@manyview/core/metadata'
import { clusteringRecord, readDataset, recordText } from '@manyview/formats'
import { fileSource } from 'manyview/node'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smallData } from './small-data.ts'
import { choose, cluster, drop, hasBrowser, needsBrowser, Studio, saved } from './studio-page.ts'

const studio = new Studio()
const { first, second, classes } = smallData()
const lines = (text: string) => text.split('\n')
/** The last sample once more, and a column of text. */
const copied = (text: string) => `${text}\n${lines(text).at(-1)!.replace(/^s119/, 'copy')}`
const staged = copied(first)
  .split('\n')
  .map((line, i) => (i === 0 ? `${line},stage` : `${line},${['early', 'late', 'none'][classes[Math.min(i, 120) - 1]]}`))
  .join('\n')
/** A table of patients: their age, and a feature of the first view once more. */
const clinical = lines(copied(first))
  .map((line, i) => {
    const [id, feature] = line.split(',')
    return i === 0 ? 'id,age,again' : `${id},${30 + 10 * classes[Math.min(i, 120) - 1] + (i % 7)},${feature}`
  })
  .join('\n')
let paths: string[] = []
beforeAll(async () => {
  if (!hasBrowser) return
  await studio.start()
  paths = [studio.file('first.csv', staged), studio.file('second.csv', copied(second))]
})
afterAll(() => studio.end())

const open = (page: Page, name: string) => page.getByRole('tab', { name }).click()

describe.skipIf(!hasBrowser)(`what clusters mean, on the page${needsBrowser}`, () => {
  it('cuts the tree, lists odd samples and copies, tests metadata, and keeps names', async () => {
    const page = await studio.page()
    await choose(page, ...paths, studio.file('clinical.csv', clinical))
    await page.getByText('121 samples, seen from 2 sides').waitFor()
    await page.getByLabel('Clusters', { exact: true }).fill('3')
    await page.getByText('More', { exact: true }).click()
    await page.getByLabel('Set outliers aside').check()
    await cluster(page)
    await page.locator('.run-notes', { hasText: 'metadata "again" stands in view first, too (f0)' }).waitFor()

    const box = page.getByRole('combobox', { name: /^Find/ })
    await box.fill('early')
    await page.getByRole('option', { name: /stage: early/ }).click()
    const selection = page.getByLabel('Selected samples')
    expect(await selection.textContent()).toMatch(/stage.*early \d+/)
    const means = await page.getByLabel('Means of the selection').textContent()
    const [, here, others] = /^agemean ([\d.]+) others ([\d.]+)/.exec(means!)!
    expect(Number(here)).toBeLessThan(38)
    expect(Number(others)).toBeGreaterThan(40)
    await page.getByRole('button', { name: 'Clear' }).click()

    await page.getByLabel('Colour by').selectOption('cut')
    await page.getByLabel('Number of clusters that the tree is cut into').fill('2')
    await page.getByText('2 clusters', { exact: true }).waitFor()
    await page.getByLabel('Colour by').selectOption('outlier')
    await page.getByLabel('Colour by').selectOption({ label: 'stage' })
    await page.getByText('early').first().waitFor()

    await open(page, 'Odd samples')
    expect(await page.getByLabel('Outlier scores').locator('tbody tr').count()).toBe(50)
    expect(await page.locator('.odd-panel').textContent()).toMatch(/set aside/)
    const pair = page.getByLabel('Samples that coincide').locator('tbody tr')
    expect(await pair.allTextContents()).toEqual(['s119copyidentical'])

    await open(page, 'Metadata')
    expect(
      await page.getByRole('table', { name: 'Tests of the metadata' }).locator('tbody tr').first().textContent(),
    ).toMatch(/^stage/)

    await open(page, 'Clusters')
    await page.getByLabel('Name of cluster 0').fill('apples')
    await page.getByLabel('Name of cluster 0').press('Tab')
    await page.getByLabel('Name of cluster 1').fill('apples')
    await page.getByLabel('Name of cluster 1').press('Tab')
    await page.getByText('Cluster 0 is called "apples" already.').waitFor()
    expect(await page.getByLabel('Name of cluster 1').inputValue()).toBe('')
    await open(page, 'Export')
    const { text } = await saved(page, () => page.getByRole('button', { name: 'clustering.json' }).click())
    expect(JSON.parse(text).names[0]).toBe('apples')
    expect(new Set(JSON.parse(text).names).size).toBe(3)

    await open(page, 'Tree')
    await page.locator('.tree-panel svg text').filter({ hasText: 'apples' }).first().waitFor()
    await page.getByLabel('Number of clusters to cut the tree into').fill('2')
    expect(await page.locator('.cut-sizes').textContent()).toMatch(/^2 clusters of \d+, \d+ samples$/)
    await page.getByRole('button', { name: 'Open as a run' }).click()
    await page.locator('.card').first().waitFor()
    expect(await page.locator('.card').count()).toBe(2)
    expect(await page.locator('.runs li.shown').textContent()).toContain('2 clusters')
    expect(studio.failures).toEqual([])
  })

  it('draws the survival of a stored clustering', async () => {
    const dataset = await readDataset(paths.map((path) => fileSource(path)))
    const views = Object.fromEntries(dataset.views.map(({ name, view }) => [name, { ...view, ids: undefined }]))
    const found = { ...(await fit(views, { clusters: 3, effort: 'fast', outliers: 0.05 })), ids: dataset.ids! }
    const time = Array.from(found.labels, (label, i) => (label + 1) * (1 + (i % 7)))
    const event = Array.from(found.labels, (_, i) => Number(i % 3 > 0))
    const record = clusteringRecord(found, {
      versions: {},
      inputs: [],
      reading: {},
      views: dataset.views.map(({ name, view }) => ({ name, features: view.features, sparse: false })),
      scores: null,
      warnings: [],
      metadata: associate(found.labels, { time, event }, { survival: { time: 'time', event: 'event' } }),
    })
    const page = await studio.page()
    await drop(page, studio.file('clustering.json', recordText(record)))
    await open(page, 'Odd samples')
    await page.getByText('6 samples were set aside before the fit').waitFor()
    expect(await page.getByLabel('Outlier scores').locator('tbody tr').first().textContent()).toContain('none, nearest')
    await open(page, 'Metadata')
    await page.locator('.metadata-panel svg').getByText('at risk').waitFor()
    expect(await page.getByRole('table', { name: 'Tests of the metadata' }).textContent()).toContain('log-rank')
    expect(studio.failures).toEqual([])
  })
})
