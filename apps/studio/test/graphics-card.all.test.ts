import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smallData } from './small-data.ts'
import { choose, cluster, hasBrowser, needsBrowser, Studio } from './studio-page.ts'

const studio = new Studio()
const { first, second } = smallData()
beforeAll(async () => {
  if (hasBrowser) await studio.start({ webgpu: true })
})
afterAll(() => studio.end())

describe.skipIf(!hasBrowser)(`a graphics card${needsBrowser}`, () => {
  it('takes over the heavy steps where it is switched on', async (test) => {
    const page = await studio.page()
    if (!(await page.evaluate(async () => Boolean(await navigator.gpu?.requestAdapter()))))
      return test.skip('this Chromium has no software adapter for WebGPU')
    await choose(page, studio.file('first.csv', first), studio.file('second.csv', second))
    await page.getByText('seen from 2 sides').waitFor()
    await page.getByLabel('Clusters', { exact: true }).fill('3')
    await page.getByText('More', { exact: true }).first().click()
    await page.getByLabel('Graphics card').check()
    await cluster(page)
    await page.getByRole('tab', { name: 'Clusters' }).click()
    expect(await page.locator('.cards > li').count()).toBe(3)
    expect(studio.failures).toEqual([])
  })
})
