import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { smallData } from './small-data.ts'
import { smallFiles, startedStudio } from './started-studio.ts'
import { cluster, hasBrowser, needsBrowser, saved } from './studio-page.ts'

const studio = startedStudio()
const { opened, fitted } = smallFiles(studio)
const { classes } = smallData()
const blue = classes.filter((code) => code === 2).length

/** Draws a line around an element, from its left edge to a share of its width, as a mouse does; it begins at the bottom, since tools lie over the top of the map. */
async function lasso(page: Page, where: string, share = 1): Promise<void> {
  await page.locator(where).first().scrollIntoViewIfNeeded()
  const box = (await page.locator(where).first().boundingBox())!
  const corners = [
    [0.02, 0.98],
    [0.02, 0.02],
    [share - 0.02, 0.02],
    [share - 0.02, 0.98],
  ].map(([x, y]) => [box.x + x * box.width, box.y + y * box.height])
  await page.mouse.move(corners[0][0], corners[0][1])
  await page.mouse.down()
  for (const [x, y] of corners.slice(1)) await page.mouse.move(x, y, { steps: 3 })
  await page.mouse.up()
}

/** The words of a figure, which stand in lines. */
const wordsOf = (svg: string) => svg.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

describe.skipIf(!hasBrowser)(`an atlas of many views${needsBrowser}`, () => {
  it('says how far to believe the result and the map, and pulls clusters apart only when asked to', async () => {
    const page = await fitted()
    expect(await page.locator('.verdict-line').textContent()).toMatch(/^Clear structure: mean confidence \d\.\d\d\./)
    const caption = page.locator('.map-caption')
    expect(await caption.textContent()).toMatch(/Trust \d+\s%/)
    expect(await caption.textContent()).not.toContain('are pulled apart')
    const plain = await saved(page, () => page.getByLabel('Save the map as SVG').click())
    expect(wordsOf(plain.text)).toMatch(/Trust \d+\s%/)
    expect(wordsOf(plain.text)).toContain('Cluster 1')

    await page.getByLabel('Pull clusters apart').click()
    await page.getByText('Clusters are pulled apart').waitFor()
    const apart = await saved(page, () => page.getByLabel('Save the map as SVG').click())
    expect(wordsOf(apart.text)).toContain('Clusters are pulled apart')
    await page.getByLabel('Pull clusters apart').click()
    await page.getByText('Clusters are pulled apart').waitFor({ state: 'detached' })
  })

  it('links the maps of the views: what is lassoed or pointed at on one is so on all', async () => {
    const page = await fitted()
    await expect.poll(() => page.locator('.small-map canvas').count()).toBe(2)
    await lasso(page, '.small-map')
    await page.getByText('120 selected').waitFor()
    const selection = page.getByLabel('Selected samples')
    expect(await selection.textContent()).toMatch(/Cluster.*Cluster \d \d+.*class.*green \d+/)
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.locator('.map').focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.locator('.small-map svg circle').count()).toBe(2)
    await page.keyboard.press('Enter')
    await page.getByText('1 selected').waitFor()
    await page.getByText('Nearest in each view').waitFor()
    expect(await page.locator('.near li').count()).toBe(10)
    for (const distance of await page.locator('.near li span').allTextContents()) expect(distance).toMatch(/\d\.\d\d$/)
    // A neighbour is a handle, too.
    await page.locator('.near li button').first().click()
    await page.getByText('1 selected').waitFor()

    // A lasso on the main map takes away from a selection, and adds to it.
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByRole('button', { name: 'Lasso' }).click()
    await lasso(page, '.map')
    await page.getByText('120 selected').waitFor()
    await page.getByLabel('What a new selection does').selectOption('subtract')
    await lasso(page, '.map', 0.5)
    await page.getByText('120 selected').waitFor({ state: 'detached' })
    const left = Number((await selection.locator('header b').textContent())!.split(' ')[0])
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(120)
    await page.getByLabel('What a new selection does').selectOption('add')
    await lasso(page, '.map', 0.5)
    await page.getByText('120 selected').waitFor()
    expect(studio.failures).toEqual([])
  })

  it('finds samples, values and features, and every name is a handle', async () => {
    const page = await fitted()
    const box = page.getByRole('combobox', { name: /^Find/ })
    await box.fill('blue')
    await page.getByRole('option', { name: /class: blue/ }).click()
    await page.getByText(`${blue} selected`).waitFor()
    await page.getByText('Set apart by').first().waitFor()
    await page.locator('.apart li button').first().click()
    await expect.poll(() => page.getByLabel('Colour by').inputValue()).toBe('feature')
    await box.fill('f2')
    await page.getByRole('option', { name: /· f2/ }).first().click()
    expect(await page.getByLabel('Name of the feature').inputValue()).toBe('f2')
    await box.fill('nothing at all')
    await page.getByText('Nothing is called that.').waitFor()
    await page.getByRole('tab', { name: 'Compare' }).click()
    const filled = page.locator('.pickable rect', { has: page.locator('title', { hasText: /: [1-9]/ }) })
    await filled.first().click()
    await page.getByText(/^[1-9]\d* selected$/).waitFor()
    await page.getByRole('tab', { name: 'Clusters' }).click()
    await page.locator('.card .examples button.link').first().click()
    await page.getByText('1 selected').waitFor()
  })

  it('makes a cluster of a selection, clusters only a selection, and keeps the runs before', async () => {
    const page = await fitted()
    const box = page.getByRole('combobox', { name: /^Find/ })
    await box.fill('blue')
    await page.getByRole('option', { name: /class: blue/ }).click()
    await page.getByRole('button', { name: 'Make it a cluster' }).click()
    await page.locator('.run-notes', { hasText: `made by hand of ${blue} samples` }).waitFor()
    await page.locator('.map canvas').first().waitFor()
    await page.locator('.progress').waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('.legend li').count()).toBe(4)
    await box.fill('blue')
    await page.getByRole('option', { name: /class: blue/ }).click()
    await page.getByRole('button', { name: 'Set aside' }).click()
    await page.getByText(`${120 - blue} samples, seen from 2 sides`).waitFor()
    expect(await page.locator('.runs li').count()).toBe(2)
    await page.getByRole('button', { name: 'Use all samples' }).click()
    await page.getByText('120 samples, seen from 2 sides').waitFor()
    await page.getByRole('button', { name: 'Show run 1' }).click()
    await box.fill('blue')
    await page.getByRole('option', { name: /class: blue/ }).click()
    await page.getByRole('button', { name: 'Cluster only these' }).click()
    await page.getByText(`${blue} samples, seen from 2 sides`).waitFor()
    await page.getByLabel('Clusters', { exact: true }).fill('2')
    await cluster(page)
    expect(await page.locator('.runs li').count()).toBe(3)
    expect(await page.getByRole('application').getAttribute('aria-label')).toContain(`Map of ${blue} samples`)
    await page.getByRole('tab', { name: 'Export' }).click()
    const { text } = await saved(page, () => page.getByRole('button', { name: 'labels.csv' }).click())
    const chosen = text
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => classes[Number(line.split(',')[0].slice(1))])
    expect(chosen).toEqual(new Array(blue).fill(2))
    expect(studio.failures).toEqual([])
  })

  it('shows the clusters first, then the map, then the explanations, and stays on the tab that is looked at', async () => {
    const page = await opened()
    await page.evaluate(() => {
      const seen: string[] = []
      Object.assign(window, { seen })
      const note = (what: string) => seen.at(-1) !== what && seen.push(what)
      new MutationObserver(() => {
        if (!document.querySelector('[role=tablist]')) return
        const explained = document.querySelector('.views-beside') !== null
        note(explained ? 'explanations' : document.querySelector('.map-caption') ? 'map' : 'clusters')
      }).observe(document.body, { childList: true, subtree: true })
    })
    await cluster(page)
    expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([
      'clusters',
      'map',
      'explanations',
    ])
    await page.getByRole('tab', { name: 'Clusters' }).click()
    await cluster(page)
    await page.getByRole('tab', { name: 'Clusters', selected: true }).waitFor()
    expect(studio.failures).toEqual([])
  })

  it('lets a finger scroll the page, and a tap select', async () => {
    const page = await fitted({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    const canvas = page.locator('.map canvas')
    await canvas.scrollIntoViewIfNeeded()
    expect(await canvas.evaluate((element) => (element as HTMLElement).style.touchAction)).toBe('pan-y')
    await page.locator('.map').focus()
    await page.keyboard.press('ArrowRight')
    const dot = (await page.locator('.map svg circle').first().boundingBox())!
    await page.touchscreen.tap(dot.x + dot.width / 2, dot.y + dot.height / 2)
    await page.getByText('1 selected').waitFor()

    const { x, y, width } = (await canvas.boundingBox())!
    const before = await page.evaluate(() => scrollY)
    const touch = await page.context().newCDPSession(page)
    const finger = (type: 'touchStart' | 'touchMove' | 'touchEnd', up = 0) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x: x + width / 2, y: y + 250 - up }],
      })
    await finger('touchStart')
    for (let up = 10; up <= 200; up += 10) await finger('touchMove', up)
    await finger('touchEnd')
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 50)
    expect(studio.failures).toEqual([])
  })
})
