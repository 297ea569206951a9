import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { largeClustering } from './large-clustering.ts'
import { startedStudio } from './started-studio.ts'
import { choose, hasBrowser, needsBrowser } from './studio-page.ts'

const studio = startedStudio()

/** Watches the page: milliseconds between frames, and tasks that held it up for 50 ms or more. */
function watch(page: Page) {
  return page.evaluate(() => {
    const seen = { gaps: [] as number[], tasks: [] as number[], watching: true }
    Object.assign(globalThis, { seen })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.tasks.push(duration)
    }).observe({ entryTypes: ['longtask'] })
    let last = performance.now()
    const frame = (now: number) => {
      seen.gaps.push(now - last)
      last = now
      if (seen.watching) requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
}

/** What was seen since: milliseconds, frames, and the longest task of the page in milliseconds. */
async function seen(page: Page): Promise<{ spent: number; frames: number; longestTask: number }> {
  const { gaps, tasks } = await page.evaluate(() => {
    const found = (globalThis as unknown as { seen: { gaps: number[]; tasks: number[]; watching: boolean } }).seen
    found.watching = false
    return found
  })
  const spent = gaps.reduce((sum, gap) => sum + gap, 0)
  return { spent, frames: gaps.length, longestTask: Math.max(0, ...tasks) }
}

describe.skipIf(!hasBrowser)(`the page keeps moving${needsBrowser}`, () => {
  it('while it clusters: the solver never holds it up', async () => {
    const page = await studio.page()
    await page.getByRole('button', { name: 'Try the handwritten digits' }).click()
    await page.getByText('seen from 4 sides').waitFor()
    await watch(page)
    await page.getByRole('button', { name: 'Cluster', exact: true }).click()
    await page.locator('.trail').getByText('Clustering many times').waitFor()
    const { spent, longestTask } = await seen(page)
    // No task over 50 ms on a machine of its own; the solver would hold the page most of the time if it ran there, on any machine.
    expect(longestTask).toBeLessThan(spent / 4)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.locator('.progress').waitFor({ state: 'detached' })
  })

  it('while a map of 100,000 samples is moved and zoomed', async () => {
    const page = await studio.page()
    await choose(page, studio.file('clustering.json', largeClustering(100_000)))
    await page.locator('.map canvas').waitFor()
    await page.waitForTimeout(500)
    await watch(page)
    const box = (await page.locator('.map').boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    for (let i = 0; i < 6; i++) await page.mouse.wheel(0, i < 3 ? -200 : 200)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width / 3, box.y + box.height / 3, { steps: 20 })
    await page.mouse.up()
    const { frames } = await seen(page)
    // It is drawn again while it moves, not only at the end.
    expect(frames).toBeGreaterThan(5)
  })

  it('leaves no error unseen', () => {
    expect(studio.failures).toEqual([])
  })
})
