import { describe, expect, it } from 'vitest'
import { smallFiles, startedStudio } from './started-studio.ts'
import { choose, cluster, hasBrowser, needsBrowser } from './studio-page.ts'

const studio = startedStudio({ webgpu: true })
const { paths } = smallFiles(studio)

describe.skipIf(!hasBrowser)(`a graphics card${needsBrowser}`, () => {
  it('takes over the heavy steps where it is switched on', async (test) => {
    const page = await studio.page()
    if (!(await page.evaluate(async () => Boolean(await navigator.gpu?.requestAdapter()))))
      return test.skip('this Chromium has no software adapter for WebGPU')
    await choose(page, ...paths)
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
