import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smallData } from './small-data.ts'
import { choose, cluster, hasBrowser, needsBrowser, Studio } from './studio-page.ts'

const studio = new Studio()
const { first, second } = smallData()
beforeAll(async () => {
  if (hasBrowser) await studio.start()
})
afterAll(() => studio.end())

describe.skipIf(!hasBrowser)(`the number of clusters${needsBrowser}`, () => {
  it('is chosen from the data where asked for, and the page says why', async () => {
    const page = await studio.page()
    await choose(page, studio.file('first.csv', first), studio.file('second.csv', second))
    await page.getByText('seen from 2 sides').waitFor()
    await page.getByLabel('Clusters', { exact: true }).fill('')
    expect(await page.getByLabel('Clusters', { exact: true }).getAttribute('placeholder')).toBe('automatic')
    await page.getByText('Chosen from the data').waitFor()
    await cluster(page)
    await page.getByRole('tab', { name: 'Clusters' }).click()
    const reason = page.getByText(/^\d+ scores highest of the numbers from 2 to \d+:/)
    const chosen = Number.parseInt((await reason.textContent())!, 10)
    expect(await page.locator('.cards > li').count()).toBe(chosen)
    // Every other number is a click away, on the curve and as a button.
    await page.locator('.pickable circle').nth(2).click()
    await page.locator('.runs li').nth(1).waitFor()
    expect(await page.getByRole('spinbutton', { name: 'Clusters' }).inputValue()).toBe('4')
    expect(await page.locator('.runs li').nth(1).textContent()).toContain('4 clusters')
    expect(studio.failures).toEqual([])
  })
})
