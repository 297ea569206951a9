import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { smallFiles, startedStudio } from './started-studio.ts'
import { cluster, hasBrowser, needsBrowser, pageTimeout, saved } from './studio-page.ts'

const studio = startedStudio()
const { fitted } = smallFiles(studio)

describe.skipIf(!hasBrowser)(`the page while it works, and after a reload${needsBrowser}`, () => {
  /** Presses Cluster, and Cancel as soon as the page shows `text`: from within the page, since a press from here may come when the fit is over. */
  const cancelAt = async (page: Page, text: string) => {
    await page.evaluate((awaited) => {
      const watch = new MutationObserver(() => {
        const panel = document.querySelector('.progress')
        if (!panel?.textContent?.includes(awaited)) return
        watch.disconnect()
        panel.querySelector('button')!.click()
      })
      watch.observe(document.body, { childList: true, subtree: true, characterData: true })
    }, text)
    await page.getByRole('button', { name: 'Cluster', exact: true }).click()
    await page.getByText(/^(Stopped|Cancelled)/).waitFor()
  }

  /** The names that the page has given to clusters, as the browser keeps them: what a reload would find. */
  const keptNames = (page: Page): Promise<string> =>
    page.evaluate(
      () =>
        new Promise((resolve, reject) => {
          const opening = indexedDB.open('manyview-studio')
          opening.onerror = () => reject(opening.error)
          opening.onsuccess = () => {
            const reading = opening.result.transaction('runs').objectStore('runs').getAll()
            reading.onerror = () => reject(reading.error)
            reading.onsuccess = () => {
              opening.result.close()
              resolve(JSON.stringify(reading.result.map(({ extras }) => extras.names)))
            }
          }
        }),
    )

  it('stops when cancelled, and keeps the best clusters so far, marked', async () => {
    const page = await studio.page()
    await page.getByRole('button', { name: 'Try the handwritten digits' }).click()
    await page.getByText('seen from 4 sides').waitFor()
    await page.getByLabel('Clusters', { exact: true }).fill('10')
    await cancelAt(page, 'Agreeing on the clusters')
    await page.getByText(/^Stopped early\./).waitFor()
    const title = await page.getByRole('heading', { level: 2 }).allTextContents()
    expect(title).toContainEqual(expect.stringContaining('10 clusters · consensus · seed 0 · stopped early'))
    const accuracy = await page.locator('.scores dd').first().textContent()
    // One start of k-means is all there is by then; chance would give a tenth.
    expect(Number(accuracy)).toBeGreaterThan(0.5)
    await page.getByRole('tab', { name: 'Export' }).click()
    await page.getByText('the command would run to its end').waitFor()
    const { text } = await saved(page, () => page.getByRole('button', { name: 'clustering.json' }).click())
    expect(JSON.parse(text)).toMatchObject({ stopped: true, converged: false, explanation: null })
    await page.getByRole('tab', { name: 'Map' }).click()
    await page.getByRole('button', { name: 'Make the map' }).click()
    await page.locator('.map canvas').waitFor()
  })

  it('says when there was nothing to keep, and works on', async () => {
    const page = await studio.page()
    await page.getByRole('button', { name: 'Try the handwritten digits' }).click()
    await page.getByText('seen from 4 sides').waitFor()
    await cancelAt(page, 'Clustering')
    await page.getByText('Cancelled.').waitFor()
    await page.getByLabel('Clusters').fill('3')
    await page.getByText('More', { exact: true }).click()
    await page.getByLabel('Method').selectOption('kmeans')
    await cluster(page)
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toContainEqual(
      expect.stringContaining('3 clusters · kmeans'),
    )
  })

  it('remembers data, settings, runs and names over a reload, and forgets them when told', async () => {
    const page = await fitted()
    await page.getByRole('tab', { name: 'Clusters' }).click()
    await page.getByLabel('Name of cluster 2').fill('pears')
    await page.getByLabel('Name of cluster 2').press('Tab')
    await expect.poll(() => keptNames(page), { timeout: pageTimeout }).toContain('pears')
    await page.reload()
    await page.getByRole('tab', { name: 'Clusters' }).click()
    expect(await page.getByLabel('Name of cluster 2').inputValue()).toBe('pears')
    expect(await page.locator('.files').textContent()).toContain('first.csv')
    await page.getByRole('tab', { name: 'Map' }).click()
    await page.getByLabel('Colour by').selectOption('feature')
    await page.locator('.scale').waitFor()

    page.on('dialog', (dialog) => dialog.accept())
    await page.getByRole('button', { name: 'Forget everything' }).click()
    await page.getByRole('button', { name: 'Try the handwritten digits' }).waitFor()
    await expect.poll(() => keptNames(page), { timeout: pageTimeout }).toBe('[]')
    await page.reload()
    await page.getByRole('button', { name: 'Try the handwritten digits' }).waitFor()
    expect(await page.getByRole('tablist').count()).toBe(0)
  })

  it('leaves no error unseen', () => {
    expect(studio.failures).toEqual([])
  })

  it('works without the network after the first load', async () => {
    const page = await studio.page()
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    await studio.stopServer()
    await page.reload()
    await page.getByRole('button', { name: 'Try the handwritten digits' }).click()
    await page.getByText('seen from 4 sides').waitFor()
  })
})
