import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { accuracy } from '@manyview/core/metrics'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { choose, cluster, hasBrowser, needsBrowser, Studio, saved } from './studio-page.ts'

const studio = new Studio()
beforeAll(() => (hasBrowser ? studio.start() : undefined))
afterAll(() => studio.end())

const folder = fileURLToPath(new URL('../../../examples/files-together', import.meta.url))
const text = (name: string) => readFileSync(join(folder, name), 'utf8')
/** As in the test of the command of the same name. */
const pairings: { title: string; views: string[]; table: string; ids?: string[]; error?: string[] }[] = JSON.parse(
  text('pairings.json'),
)
const truth = text('truth.txt').trim().split('\n')

describe.skipIf(!hasBrowser)(`matrices beside a table, on the page${needsBrowser}`, () => {
  for (const { title, views, table, ids, error } of pairings)
    it(title, async () => {
      const page = await studio.page()
      await choose(page, ...[...views, table].map((name) => join(folder, name)))
      if (error) {
        const problem = await page.getByRole('alert').textContent()
        for (const word of error) expect(problem).toContain(word)
        return page.context().close()
      }
      await page.getByText('30 samples, seen from 2 sides').waitFor()
      await page.getByLabel('Clusters', { exact: true }).fill('3')
      await cluster(page)
      await page.getByRole('tab', { name: 'Export' }).click()
      const labels = await saved(page, () => page.getByRole('button', { name: 'labels.csv' }).click())
      const rows = labels.text.trim().split('\n').slice(1)
      expect(rows.slice(0, 3).map((row) => row.split(',')[0])).toEqual(ids)
      const clusters = rows.map((row) => row.split(',')[1])
      expect(accuracy(truth, clusters)).toBe(1)
      const record = await saved(page, () => page.getByRole('button', { name: 'clustering.json' }).click())
      const { associations, leftOut } = JSON.parse(record.text).associations
      const columns = [...associations, ...leftOut].map(({ column }: { column: string }) => column)
      expect(columns.sort()).toEqual(['price', 'title', 'url'])
      await page.context().close()
    })
  it('calls a view by another name, in the result and in the command', async () => {
    const page = await studio.page()
    await choose(page, ...['text.npy', 'image.npy', 'items.csv'].map((name) => join(folder, name)))
    await page.getByRole('button', { name: 'Rename text' }).click()
    await page.getByLabel('New name of text').fill('image')
    await page.keyboard.press('Enter')
    await page.getByText('A view is called "image" already.').waitFor()
    await page.getByLabel('New name of text').fill('titles')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Rename titles' }).waitFor()
    await cluster(page)
    await page.getByRole('tab', { name: 'Export' }).click()
    await page.getByText('--views titles=text,image').first().waitFor()
    const record = await saved(page, () => page.getByRole('button', { name: 'clustering.json' }).click())
    expect(JSON.parse(record.text).views.map(({ name }: { name: string }) => name)).toEqual(['titles', 'image'])
    await page.context().close()
  })

  it('shows no error of its own', () => expect(studio.failures).toEqual([]))
})
