import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { smallFiles, startedStudio } from './started-studio.ts'
import { choose, cluster, hasBrowser, needsBrowser, violations } from './studio-page.ts'

const studio = startedStudio()
const { paths } = smallFiles(studio)

/** For people to look at; not kept. */
const pictures = fileURLToPath(new URL('../../../.cache/studio/', import.meta.url))
const looks = [
  { name: 'light', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'dark', colorScheme: 'dark', viewport: { width: 1440, height: 900 } },
  { name: 'narrow', colorScheme: 'light', viewport: { width: 390, height: 844 } },
  { name: 'narrow-dark', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  { name: 'wide', colorScheme: 'light', viewport: { width: 3840, height: 2160 } },
] as const

describe.skipIf(!hasBrowser)(`the page for everyone${needsBrowser}`, () => {
  it.each(looks)('has no accessibility fault and nothing beyond its edge in any state: $name', async (look) => {
    mkdirSync(pictures, { recursive: true })
    const page = await studio.page(look)
    const check = async (state: string) => {
      await page.screenshot({ path: `${pictures}${state}-${look.name}.png` })
      expect(await violations(page), state).toEqual([])
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(beyond, `${state}: pixels beyond the edge`).toBeLessThanOrEqual(0)
    }
    await check('welcome')
    await choose(page, ...paths)
    await page.getByText('seen from 2 sides').waitFor()
    await check('check')
    await cluster(page)
    await page.waitForTimeout(300)
    await check('map')
    await page.locator('.columns summary').click()
    await page.locator('.levels button').first().click()
    await check('columns')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.locator('.legend button[aria-pressed]').first().click()
    await page.locator('.room tbody button').first().click()
    await page.locator('.near li').first().waitFor()
    await check('table')
    await page
      .getByRole('button', { name: /^Rename/ })
      .first()
      .click()
    await check('rename')
    for (const name of ['Clusters', 'Tree', 'Odd samples', 'Views', 'Compare', 'Export', 'Data']) {
      await page.getByRole('tab', { name }).click()
      await page.waitForTimeout(100)
      await check(name.toLowerCase())
    }
    await choose(page, studio.file('broken.npy', 'nothing'))
    await page.getByRole('alert').getByText('broken.npy').waitFor()
    await check('problem')
  })

  it('can be used from data to export with the keyboard alone', async () => {
    const page = await studio.page()
    const focused = () => page.evaluate(() => (document.activeElement as HTMLElement | null)?.innerText ?? '')
    const tabTo = async (text: string) => {
      for (let i = 0; i < 80; i++) {
        await page.keyboard.press('Tab')
        if ((await focused()).trim() === text) return
      }
      throw new Error(`no way to ${text} by Tab`)
    }
    await tabTo('Try the handwritten digits')
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle)
    expect(outline).toBe('solid')
    await page.keyboard.press('Enter')
    await page.getByText('seen from 4 sides').waitFor()
    await tabTo('More')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('k-means')
    await tabTo('Cluster')
    await page.keyboard.press('Enter')
    await page.locator('.map canvas').waitFor()
    await page.locator('.progress').waitFor({ state: 'detached' })
    await tabTo('Map')
    for (let i = 0; i < 30; i++) {
      await page.keyboard.press('Tab')
      if (await page.evaluate(() => document.activeElement?.getAttribute('role') === 'application')) break
    }
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    expect(await page.locator('.sample-card').textContent()).toMatch(/Sample \d+Cluster \d/)
    await page.keyboard.press('Enter')
    await page.getByText('1 selected').waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByText('1 selected').count()).toBe(0)
    await page.keyboard.press('Shift+Tab')
    for (let i = 0; i < 40 && (await focused()).trim() !== 'Map'; i++) await page.keyboard.press('Shift+Tab')
    for (let i = 0; i < 10 && (await focused()).trim() !== 'Export'; i++) await page.keyboard.press('ArrowRight')
    await tabTo('labels.csv')
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    expect(download.suggestedFilename()).toBe('labels.csv')
  })

  it('leaves no error unseen', () => {
    expect(studio.failures).toEqual([])
  })
})
