import { describe, expect, it } from 'vitest'
import { smallData } from './small-data.ts'
import { startedStudio } from './started-studio.ts'
import { choose, cluster, hasBrowser, needsBrowser } from './studio-page.ts'

const studio = startedStudio()
const { first, second, classes } = smallData()
const ages = classes.map((code, i) => 30 + 10 * code + (i % 7))
const clinical = ['id,age,site', ...ages.map((age, i) => `s${i},${age},${i % 2 ? 'Bern' : 'Oslo'}`)].join('\n')

describe.skipIf(!hasBrowser)(`columns beside the views${needsBrowser}`, () => {
  it('filter map and table by levels and ranges together, and colour the map', async () => {
    const page = await studio.page({ viewport: { width: 1440, height: 900 } })
    const paths = [studio.file('first.csv', first), studio.file('second.csv', second)]
    await choose(page, ...paths, studio.file('clinical.csv', clinical))
    await page.getByText('seen from 2 sides').waitFor()
    await page.getByLabel('Clusters', { exact: true }).fill('3')
    await cluster(page)
    await page.locator('.columns summary').click()
    await page.getByLabel('Column site').getByRole('button', { name: /Bern/ }).click()
    const passing = async () => Number(await page.locator('.columns p b').textContent())
    expect(await passing()).toBe(60)
    await page.getByLabel('Lowest age').fill('45')
    await page.getByLabel('Lowest age').press('Tab')
    const wanted = ages.filter((age, i) => age >= 45 && i % 2 === 1).length
    await expect.poll(passing).toBe(wanted)
    expect(await page.locator('.columns summary').textContent()).toContain('2 filters')
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    const table = page.getByLabel('Table of samples')
    await expect.poll(() => table.locator('table').getAttribute('aria-rowcount')).toBe(`${wanted + 1}`)
    for (const site of await table.locator('td[data-name="site"]').allTextContents()) expect(site).toBe('Bern')
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect.poll(() => table.locator('table').getAttribute('aria-rowcount')).toBe('121')

    // A drag over the histogram chooses a range, too.
    const histogram = (await page.getByLabel('Column age').locator('svg').boundingBox())!
    await page.mouse.move(histogram.x + histogram.width / 2, histogram.y + 10)
    await page.mouse.down()
    await page.mouse.move(histogram.x + histogram.width, histogram.y + 10, { steps: 4 })
    await page.mouse.up()
    await expect.poll(passing).toBeLessThan(90)
    expect(await passing()).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Colour by age' }).click()
    await page.locator('.scale').waitFor()
    expect(await page.locator('.toolbar label select').first().inputValue()).toBe('column:age')
    await page.locator('.toolbar label select').first().selectOption({ label: 'site' })
    await page.locator('.legend').getByText('Oslo').waitFor()
    expect(studio.failures).toEqual([])
  })

  it('tell why two clusters are apart in one view and not in another, and find more of the same kind', async () => {
    const page = await studio.page()
    // The second view knows only two kinds: it joins green and blue.
    const joined = second.split('\n').map((line, i) => {
      if (i === 0) return line
      const [id, ...values] = line.split(',')
      const noise = values.map((value, j) => Number(value) - classes[i - 1] * 3 * (j + 1))
      return [id, ...noise.map((value) => value + (classes[i - 1] === 0 ? 0 : 12))].join(',')
    })
    await choose(page, studio.file('first.csv', first), studio.file('second.csv', joined.join('\n')))
    await page.getByText('seen from 2 sides').waitFor()
    await page.getByLabel('Clusters', { exact: true }).fill('3')
    await cluster(page)
    await page.getByRole('tab', { name: 'Views' }).click()
    const panel = page.getByLabel('Two clusters, view by view', { exact: true })
    const rows = panel.locator('tbody tr')
    const says: string[] = []
    for (const [a, b] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ]) {
      await panel.getByLabel('First cluster').selectOption(String(a))
      await panel.getByLabel('Second cluster').selectOption(String(b))
      await rows.first().getByText('separates them').waitFor()
      says.push((await rows.nth(1).locator('td').first().textContent())!)
    }
    expect(says.filter((words) => words.startsWith('joins them')).length).toBe(1)
    expect(says.filter((words) => /^separates them (9\d|100) %/.test(words)).length).toBe(2)
    await rows.first().locator('td').nth(1).locator('button').first().waitFor()
    await page.getByRole('tab', { name: 'Map' }).click()
    await page.locator('.map svg text[visibility="visible"]').first().waitFor()
    await page.locator('.map').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await page.getByText('1 selected').waitFor()
    await page.getByRole('button', { name: 'More like this' }).click()
    await page.getByText('21 selected').waitFor()
    // Most of them are of the same cluster.
    const [, most] = /(\d+)/.exec(
      (await page.locator('.composition dd button').first().textContent())!.replace(/^Cluster \d/, ''),
    )!
    expect(Number(most)).toBeGreaterThan(10)
    expect(studio.failures).toEqual([])
  })
})
