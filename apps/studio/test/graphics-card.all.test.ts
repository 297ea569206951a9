import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { smallFiles, startedStudio } from './started-studio.ts'
import { choose, cluster, hasBrowser, loseCard, needsBrowser } from './studio-page.ts'

const studio = startedStudio({ webgpu: true })
const { paths } = smallFiles(studio)

/** A page with the small data and the switch on; null where the browser has no card. */
async function switchedOn(): Promise<Page | null> {
  const page = await studio.page()
  if (!(await page.evaluate(async () => Boolean(await navigator.gpu?.requestAdapter())))) return null
  await choose(page, ...paths)
  await page.getByText('seen from 2 sides').waitFor()
  await page.getByLabel('Clusters', { exact: true }).fill('3')
  await page.getByText('More', { exact: true }).first().click()
  await page.getByLabel('Graphics card').check()
  return page
}

const noAdapter = 'this Chromium has no software adapter for WebGPU'

describe.skipIf(!hasBrowser)(`a graphics card${needsBrowser}`, () => {
  it('takes over the heavy steps where it is switched on', async (test) => {
    const page = await switchedOn()
    if (!page) return test.skip(noAdapter)
    await cluster(page)
    await page.getByRole('tab', { name: 'Clusters' }).click()
    expect(await page.locator('.cards > li').count()).toBe(3)
    expect(studio.failures).toEqual([])
  })

  it('that is lost ends the fit with one message, and the next fit has it again', async (test) => {
    const page = await switchedOn()
    if (!page) return test.skip(noAdapter)
    await loseCard(page)
    await page.getByRole('button', { name: 'Cluster', exact: true }).click()
    await page.locator('.message').waitFor()
    expect(await page.locator('.message p').allInnerTexts()).toEqual([
      expect.stringMatching(
        /^Device: the graphics card was lost \(.+\), start again, or switch Graphics card off under More\.$/,
      ),
    ])
    await cluster(page)
    await page.getByRole('tab', { name: 'Clusters' }).click()
    expect(await page.locator('.cards > li').count()).toBe(3)
  })
})
