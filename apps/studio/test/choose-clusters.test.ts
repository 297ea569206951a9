import { describe, expect, it } from 'vitest'
import { smallFiles, startedStudio } from './started-studio.ts'
import { cluster, hasBrowser, needsBrowser, unfold } from './studio-page.ts'

const studio = startedStudio()
const { opened } = smallFiles(studio)

describe.skipIf(!hasBrowser)(`the number of clusters${needsBrowser}`, () => {
  it('is chosen from the data where asked for, and the page says why', async () => {
    const page = await opened()
    await page.getByLabel('Clusters', { exact: true }).fill('')
    expect(await page.getByLabel('Clusters', { exact: true }).getAttribute('placeholder')).toBe('automatic')
    await page.getByText('Chosen from the data').waitFor()
    await cluster(page)
    await page.getByRole('tab', { name: 'Clusters' }).click()
    const reason = page.getByText(/^\d+ clusters fit best of 2 to \d+\./)
    const chosen = Number.parseInt((await reason.textContent())!, 10)
    expect(await page.locator('.cards > li').count()).toBe(chosen)
    // Every other number is a click away, on the curve and as a button.
    await page.locator('.pickable circle').nth(2).click()
    await page.locator('.runs li').nth(1).waitFor({ state: 'attached' })
    await unfold(page)
    expect(await page.getByRole('spinbutton', { name: 'Clusters' }).inputValue()).toBe('4')
    expect(await page.locator('.runs li').nth(1).textContent()).toContain('4 clusters')
    await page.locator('.progress').waitFor({ state: 'detached' })
    // A number above the tree opens that cut as a run, on the same map, and explains it.
    await page.getByRole('tab', { name: 'Tree' }).click()
    await page.locator('.tree-panel [data-mark="handle 2"]').click()
    await page.locator('.runs li').nth(2).waitFor({ state: 'attached' })
    await page.getByRole('tab', { name: 'Clusters', selected: true }).waitFor()
    await page.locator('.card .features').first().waitFor()
    expect(await page.locator('.cards > li').count()).toBe(2)
    await page.getByRole('tab', { name: 'Map' }).click()
    await page.locator('.map canvas').waitFor()
    expect(studio.failures).toEqual([])
  })
})
