import { readFileSync } from 'node:fs'
import { assign } from '@manyview/core'
import { readModel, writeLabelsCsv } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import { smallData } from './small-data.ts'
import { startedStudio } from './started-studio.ts'
import { choose, cluster, drop, hasBrowser, needsBrowser, saved } from './studio-page.ts'

const studio = startedStudio()
const lines = (text: string) => text.split('\n')
const { first, second } = smallData()
/** The first 100 samples are clustered, the others are new. */
const known = (text: string) => lines(text).slice(0, 101).join('\n')
const fresh = (text: string) => [lines(text)[0], ...lines(text).slice(101)].join('\n')

describe.skipIf(!hasBrowser)(`new samples on the page${needsBrowser}`, () => {
  let model = ''

  it('saves the model of a run, and says that it holds training data', async () => {
    const page = await studio.page()
    await choose(page, studio.file('first.csv', known(first)), studio.file('second.csv', known(second)))
    await page.getByText('seen from 2 sides').waitFor()
    await page.getByLabel('Clusters', { exact: true }).fill('3')
    await cluster(page)
    await page.getByRole('tab', { name: 'Export' }).click()
    await page.getByText('share it only as you would share the data').waitFor()
    const { name, path } = await saved(page, () => page.getByRole('button', { name: 'Save model' }).click())
    expect(name).toBe('clusters.model')
    const bytes = readFileSync(path)
    expect(readModel(bytes)).toMatchObject({ method: 'consensus', samples: 100, way: 'neighbours' })
    model = studio.file('clusters.model', bytes)
  })

  it('opens a model, places what is dropped, and saves what the library finds', async () => {
    const page = await studio.page()
    await drop(page, model)
    await page.getByText('3 clusters by consensus, from 100 samples in first, second').waitFor()
    await drop(page, studio.file('first.csv', fresh(first)), studio.file('second.csv', fresh(second)))
    await page.getByText('20 samples of first.csv, second.csv').waitFor()
    const sizes = await page
      .getByLabel('Clusters of the new samples')
      .locator('tbody td:nth-child(2)')
      .allTextContents()
    expect(sizes.reduce((sum, text) => sum + Number(text), 0)).toBe(20)
    const { text } = await saved(page, () => page.getByRole('button', { name: 'labels.csv' }).click())
    const view = (table: string, features: number) =>
      lines(fresh(table))
        .slice(1)
        .map((line) =>
          line
            .split(',')
            .slice(1, 1 + features)
            .map(Number),
        )
    const { names, ...opened } = readModel(readFileSync(model))
    const found = await assign(opened, { first: view(first, 5), second: view(second, 4) })
    expect(text).toBe(writeLabelsCsv({ ...found, names, ids: Array.from({ length: 20 }, (_, i) => `s${100 + i}`) }))
    const memberships = await saved(page, () => page.getByRole('button', { name: 'memberships.csv' }).click())
    expect(lines(memberships.text)[0]).toBe('id,cluster_0,cluster_1,cluster_2')
    await page.getByLabel('New samples to place').setInputFiles(studio.file('second.csv', fresh(second)))
    await page.getByText('20 samples of second.csv').waitFor()
    await page.getByRole('button', { name: 'Close the model' }).click()
    await page.getByText('Drop your files here').waitFor()
  })

  it('refuses a changed model and views of other data in a sentence, and stays usable', async () => {
    const page = await studio.page()
    const bytes = readFileSync(model)
    bytes[bytes.length - 40] ^= 1
    await choose(page, studio.file('changed.model', bytes))
    await page.getByRole('alert').getByText('changed.model: was changed after it was saved').waitFor()
    await choose(page, model)
    await page.getByText('from 100 samples').waitFor()
    const wider = lines(fresh(second)).map(
      (line, i) => `${line},${i === 0 ? 'more,most' : `${(i * 7) % 5},${(i * 3) % 7}`}`,
    )
    await drop(page, studio.file('third.csv', wider.join('\n')))
    await page.getByRole('alert').getByText('third: is no view of the model').waitFor()
    await drop(page, studio.file('second.csv', fresh(second)))
    await page.getByText('20 samples of second.csv').waitFor()
  })

  it('leaves no error unseen', () => {
    expect(studio.failures).toEqual([])
  })
})
