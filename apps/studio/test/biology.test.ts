import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Random } from '@manyview/core/numerics'
import { writeNpy } from '@manyview/formats'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { startedStudio } from './started-studio.ts'
import { choose, cluster, hasBrowser, needsBrowser, saved, violations } from './studio-page.ts'

const studio = startedStudio()
/** For people to look at; not kept. */
const pictures = fileURLToPath(new URL('../../../.cache/studio/', import.meta.url))

const cells = 240
const genes = 60
const types = ['T', 'B', 'NK']
/** Gene j marks the type ⌊j / 10⌋ for the first 30 genes; the others mark none. */
const names = Array.from({ length: genes }, (_, j) => `${types[Math.floor(j / 10)] ?? 'X'}${j}`)

/** Counts of genes in cells of three types, and the names of the genes. */
function files(): string[] {
  const random = new Random(4)
  const counts = Float64Array.from({ length: cells * genes }, (_, p) => {
    const type = Math.floor(p / genes) % types.length
    const often = Math.floor((p % genes) / 10) === type ? 0.8 : 0.25
    return random.uniform() < often ? 1 + random.below(4) : 0
  })
  return [studio.file('rna.npy', writeNpy(counts, [cells, genes])), studio.file('genes.txt', `${names.join('\n')}\n`)]
}

async function fitted(): Promise<Page> {
  const page = await studio.page()
  await choose(page, ...files())
  await page.getByText('240 samples').first().waitFor()
  await page.getByLabel('Clusters', { exact: true }).fill('3')
  await cluster(page)
  return page
}

/** Looks at a part at three widths: nothing is wider than the page, and nobody is shut out. */
async function look(page: Page, name: string): Promise<void> {
  mkdirSync(pictures, { recursive: true })
  for (const width of [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
    // What scrolls can be reached once it has been measured.
    await page.waitForTimeout(300)
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(wider, `${name} at ${width}`).toBeLessThanOrEqual(0)
    expect(await violations(page), `${name} at ${width}`).toEqual([])
    await page.screenshot({ path: `${pictures}${name}-${width}.png`, fullPage: true })
  }
}

describe.skipIf(!hasBrowser)(`genes by cluster, on the page${needsBrowser}`, () => {
  it('draws the markers of each cluster, and how a gene lies in each', async () => {
    const page = await fitted()
    await page.getByRole('tab', { name: 'Clusters' }).click()
    const figure = page.locator('.figure', { hasText: 'Markers by cluster' })
    await figure.locator('svg').waitFor()
    // Up to three markers of each type, each by its name, in every cluster.
    const markers = (await figure.locator('svg text').allTextContents()).filter((word) => names.includes(word))
    expect(markers).toHaveLength(9)
    expect(new Set(markers.map((name) => name.replace(/\d+/, '')))).toEqual(new Set(types))
    expect(await figure.locator('circle').count()).toBe(27)
    const titles = await figure.locator('svg title').allTextContents()
    const shares = titles.map((title) => Number(/(\d+) % above 0/.exec(title)![1]))
    // Each marker is in most cells of one cluster, and in few of the others.
    for (let f = 0; f < 9; f++) {
      const [most, second] = shares.slice(3 * f, 3 * f + 3).sort((a, b) => b - a)
      expect(most).toBeGreaterThan(60)
      expect(second).toBeLessThan(50)
    }
    const { name, text } = await saved(page, () => figure.getByRole('button', { name: 'SVG' }).click())
    expect(name).toBe('markers.svg')
    expect(text).toContain('above 0')
    await look(page, 'markers')

    await figure.locator('[data-mark="handle 0"]').click()
    const violins = page.locator('.figure', { hasText: `${markers[0]} by cluster` })
    await violins.locator('svg [data-mark=area] path').first().waitFor()
    expect(await violins.locator('svg [data-mark=area] path').count()).toBe(3)
    await look(page, 'violins')
    await page.getByLabel('Colour by').selectOption('cluster')
    await violins.waitFor({ state: 'detached' })
    expect(studio.failures).toEqual([])
  })

  it('says how Python writes the clusters into the file of the cells, by their names', async () => {
    const page = await studio.page()
    await choose(
      page,
      fileURLToPath(new URL('../../../packages/formats/test/fixtures/same-data/three.h5mu', import.meta.url)),
    )
    await page.getByText(/seen from \d sides/).waitFor()
    await page.getByLabel('Clusters', { exact: true }).fill('3')
    await cluster(page)
    await page.getByRole('tab', { name: 'Export' }).click()
    const part = page.locator('.figure', { hasText: 'The clusters in three.h5mu' })
    const script = (await part.locator('code').last().textContent())!
    expect(script).toContain('data = mudata.read_h5mu("three.h5mu")')
    const { text } = await saved(page, () => page.getByRole('button', { name: 'labels.csv' }).click())
    // The columns that the script reads by name.
    expect(text).toMatch(/^id,cluster,name,/)
    expect(script).toContain('dtype={"id": str, "cluster": str}).set_index("id")')
    await look(page, 'write-obs')
  })

  it('tests the sets of a GMT file against each cluster, and saves them', async () => {
    const page = await fitted()
    await page.getByRole('tab', { name: 'Clusters' }).click()
    const picker = page.getByLabel('Gene sets to test')
    const others = names.slice(30)
    const sets = {
      'B CELL MARKERS': names.slice(10, 20),
      'ANYTHING ELSE': others.filter((_, i) => i % 3 === 0),
      'ELSEWHERE, NOT HERE': ['CD3D', 'CD3E', 'CD4', 'CD8A', 'CD28'],
    }
    const lines = Object.entries(sets).map(([name, members]) => [name, 'of a test', ...members].join('\t'))
    await picker.setInputFiles(studio.file('sets.gmt', lines.join('\n')))
    const table = page.getByRole('table', { name: 'Gene sets by cluster' })
    await table.waitFor()
    expect(await page.getByLabel('Gene sets', { exact: true }).textContent()).toContain('2 of 3 sets have at least 5')
    // The cluster that is called by its B genes is the only one where they are higher.
    const higher = await table.locator('tbody tr', { hasText: 'high B' }).locator('td').first().textContent()
    expect(higher).toMatch(/^B CELL MARKERS q \d/)
    for (const row of await table.locator('tbody tr').all())
      if (!(await row.locator('th').textContent())!.includes('high B'))
        expect(await row.locator('td').first().textContent()).toBe('none with q ≤ 0.05')
    await look(page, 'sets')

    const { name, text } = await saved(page, () =>
      page.getByRole('button', { name: 'Save the gene sets as CSV' }).click(),
    )
    expect(name).toBe('sets.csv')
    const [head, ...saying] = text.trimEnd().split('\n')
    expect(head).toBe('cluster,name,view,set,features,effect,direction,p,q')
    expect(saying).toHaveLength(6)
    expect(saying.filter((line) => line.includes('B CELL MARKERS,10,1,higher,'))).toHaveLength(1)

    await picker.setInputFiles(studio.file('others.gmt', 'MOUSE\tna\tCd3d\tCd3e\tCd4\tCd8a\tCd28\n'))
    await page.getByText(/Others\.gmt: has no set with at least 5 features.*Cd3d.*T0, T1, T2/i).waitFor()
    await picker.setInputFiles(studio.file('none.gmt', 'a,b,c\n1,2,3\n'))
    await page.getByText(/line 1 has 1 column, give a GMT file/).waitFor()
    expect(studio.failures).toEqual([])
  })
})
