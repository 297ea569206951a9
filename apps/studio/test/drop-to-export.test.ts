import { execSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { explain, cluster as fit } from '@manyview/core'
import { readDataset, writeLabelsCsv, writeNpy } from '@manyview/formats'
import { loadDigits } from '@manyview/formats/digits'
import { unzipSync } from 'fflate'
import { fileSource, readClusteringRecord, writeClustering } from 'manyview/node'
import { describe, expect, it } from 'vitest'
import { smallFiles, startedStudio } from './started-studio.ts'
import { choose, cluster, drop, hasBrowser, needsBrowser, saved } from './studio-page.ts'

const studio = startedStudio()
const { paths, fitted } = smallFiles(studio)

/** What a command writes in a folder that holds the files, the script and nothing else. */
function repeated(command: string, written: string, script = ''): string {
  const folder = mkdtempSync(join(studio.folder, 'fresh-'))
  for (const path of paths) copyFileSync(path, join(folder, basename(path)))
  writeFileSync(join(folder, 'repeat.mjs'), script)
  const packages = fileURLToPath(new URL('../../../node_modules', import.meta.url))
  symlinkSync(packages, join(folder, 'node_modules'))
  const env = { ...process.env, PATH: `${join(packages, '.bin')}:${process.env.PATH}` }
  execSync(command, { cwd: folder, env, stdio: 'pipe' })
  return readFileSync(join(folder, written), 'utf8')
}

/** labels.csv without what the clusters are called, which a fit alone does not know. */
function withoutNames(csv: string): string {
  return csv.replace(/^([^,]+,(?:cluster|-?\d+)),("[^"]*"|[^,\n]*)/gm, '$1')
}

describe.skipIf(!hasBrowser)(`the page, from drop to export${needsBrowser}`, () => {
  it('understands dropped files, clusters, and exports what the command would write', async () => {
    const page = await studio.page()
    await drop(page, ...paths)
    await page.getByText('120 samples, seen from 2 sides').waitFor()
    expect(await page.getByLabel('True classes').inputValue()).toBe('class')
    // The classes only score the result: their number is not taken over.
    expect(await page.getByLabel('Clusters', { exact: true }).inputValue()).toBe('')
    await page.getByLabel('Clusters', { exact: true }).fill('3')
    await cluster(page)
    expect(await page.locator('.scores').textContent()).toContain('Accuracy1.000')

    await page.getByRole('tab', { name: 'Export' }).click()
    const command = await page.locator('.command code').textContent()
    expect(command).toBe('manyview fit first.csv second.csv -k 3 --labels class --out run')
    const labels = await saved(page, () => page.getByRole('button', { name: 'labels.csv' }).click())
    const dataset = await readDataset(paths.map((path) => fileSource(path)))
    const views = Object.fromEntries(dataset.views.map(({ name, view }) => [name, { ...view, ids: undefined }]))
    const found = await fit(views, { clusters: 3 })
    expect(labels.name).toBe('labels.csv')
    expect(withoutNames(labels.text)).toBe(withoutNames(writeLabelsCsv({ ...found, ids: dataset.ids! })))

    for (const name of ['clusters.csv', 'features.csv', 'views.csv', 'samples.csv', 'tree.json', 'tree.nwk'])
      await page.getByRole('button', { name, exact: true }).waitFor()
    const features = await saved(page, () => page.getByRole('button', { name: 'features.csv' }).click())
    expect(features.text).toMatch(/^cluster,/)
    const report = await saved(page, () => page.getByRole('button', { name: 'report.html' }).click())
    expect(report.text).toMatch(/^<!doctype html>/)
    expect(report.text).toContain('Clear structure: mean confidence')
    const script = await saved(page, () => page.getByRole('button', { name: /repeat\.mjs/ }).click())
    expect(withoutNames(repeated(`node repeat.mjs`, 'labels.csv', script.text))).toBe(withoutNames(labels.text))
    expect(repeated(command!, 'run/labels.csv')).toBe(labels.text)

    const everything = await saved(page, () => page.getByRole('button', { name: 'everything.zip' }).click())
    const packed = unzipSync(readFileSync(everything.path))
    expect(Buffer.from(packed['labels.csv']).toString()).toBe(labels.text)
    expect(Buffer.from(packed['repeat.mjs']).toString()).toBe(script.text)
    expect(Buffer.from(packed['command.txt']).toString()).toBe(`${command}\n`)
    const { rows, columns, data } = found.memberships!
    expect([...packed['memberships.npy']]).toEqual([...writeNpy(data, [rows, columns])])
    expect(Buffer.from(packed['memberships.csv']).toString()).toMatch(/^id,cluster_0,cluster_1,cluster_2\ns0,/)
    expect(Object.keys(packed)).toEqual(
      expect.arrayContaining(['embedding.npy', 'report.html', 'clustering.json', 'tree.nwk', 'clusters.model']),
    )
    const map = Buffer.from(packed['figures/map.svg']).toString()
    for (const word of ['Map of the samples', 'Cluster 2', 'Trust']) expect(map).toContain(word)
    expect(Object.keys(packed).filter((name) => name.startsWith('figures/features'))).toHaveLength(3)

    const record = await saved(page, () => page.getByRole('button', { name: 'clustering.json' }).click())
    const stored = await readClusteringRecord(record.path)
    expect(stored.labels).toEqual(found.labels)
    expect(stored.truth?.classes).toContain('green')
    expect(stored.record.inputs.map(({ name }) => name)).toEqual(['first.csv', 'second.csv'])
    expect(stored.record.inputs[0].sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(stored.explanation?.map.length).toBe(240)
  })

  it('opens the clustering.json it saved, with names and merges, without the data', async () => {
    const page = await fitted()
    await page.getByRole('tab', { name: 'Clusters' }).click()
    await page.getByLabel('Name of cluster 0').fill('apples')
    await page.getByLabel('Name of cluster 0').press('Tab')
    await page.getByLabel('Merge cluster 1 with').selectOption({ label: 'apples' })
    await page.getByRole('tab', { name: 'Export' }).click()
    const { text: csv } = await saved(page, () => page.getByRole('button', { name: 'labels.csv' }).click())
    const rows = csv.trim().split('\n').slice(1)
    const exported = new Set(rows.map((line) => line.split(',')[1]))
    expect([...exported].sort()).toEqual(['0', '2'])
    expect(rows.filter((line) => line.split(',')[1] === '0').every((line) => line.split(',')[2] === 'apples')).toBe(
      true,
    )
    const { text } = await saved(page, () => page.getByRole('button', { name: 'clustering.json' }).click())

    const other = await studio.page()
    await drop(other, studio.file('clustering.json', text))
    await other.getByRole('tab', { name: 'Clusters' }).click()
    expect(await other.getByLabel('Name of cluster 0').inputValue()).toBe('apples')
    expect(await other.locator('.scores').textContent()).toContain('Accuracy1.000')
    await other.getByRole('tab', { name: 'Compare' }).click()
    expect(await other.getByText('the true classes').count()).toBeGreaterThan(0)
  })

  it('opens a clustering.json that the command wrote, with or without a map', async () => {
    const { views, ids } = await readDataset(paths.map((path) => fileSource(path)))
    const named = Object.fromEntries(views.map(({ name, view }) => [name, { ...view, ids: undefined }]))
    const found = { ...(await fit(named, { clusters: 3, method: 'kmeans' })), ids: ids! }
    const run = {
      versions: {},
      inputs: [{ name: 'first.csv', bytes: 1, sha256: '' }],
      reading: {},
      views: views.map(({ name, view }) => ({ name, features: view.features, sparse: false })),
      scores: null,
      warnings: [],
    }
    const page = await studio.page()
    for (const explanation of [null, await explain(named, found)]) {
      const folder = join(studio.folder, explanation ? 'explained' : 'bare')
      await writeClustering(folder, found, { ...run, explanation })
      await choose(page, join(folder, 'clustering.json'))
      await page.getByRole('heading', { name: '3 clusters · kmeans' }).waitFor()
      await (explanation ? page.locator('.map canvas') : page.getByText('has no map')).waitFor()
    }
    expect(await page.locator('.runs li').count()).toBe(2)
  })

  it('gives the digits the labels that Node gives, bit for bit', async () => {
    const page = await studio.page()
    await page.getByRole('button', { name: 'Try the handwritten digits' }).click()
    await page.getByText('seen from 4 sides').waitFor()
    await page.getByLabel('Clusters', { exact: true }).fill('10')
    await cluster(page)
    await page.getByRole('tab', { name: 'Export' }).click()
    const { text } = await saved(page, () => page.getByRole('button', { name: 'labels.csv' }).click())
    const { views } = await loadDigits()
    const found = await fit(views, { clusters: 10 })
    expect(withoutNames(text)).toBe(withoutNames(writeLabelsCsv(found)))
  })

  it('saves figures as SVG and PNG', async () => {
    const page = await fitted()
    const map = await saved(page, () => page.getByLabel('Save the map as SVG').click())
    expect(map.name).toBe('map.svg')
    expect(map.text.match(/M[\d.]+ [\d.]+h0/g)?.length).toBe(120)
    expect(map.text).not.toContain('var(')
    const picture = await saved(page, () => page.getByLabel('Save the map as PNG').click())
    expect([...readFileSync(picture.path).subarray(1, 4)]).toEqual([0x50, 0x4e, 0x47])
    await page.getByRole('tab', { name: 'Views' }).click()
    const support = await saved(page, () =>
      page.getByLabel('Save How far the clusters follow each view as SVG').click(),
    )
    expect(support.text).toContain('second')
    expect(support.text).not.toContain('var(')
  })

  it('colours the map by what one view says and by features, which go by their names', async () => {
    const page = await fitted()
    await page.getByLabel('Colour by').selectOption({ label: 'second alone' })
    await page.getByText(/Alone, this view would put \d+ samples? \([\d.]+ %\) elsewhere/).waitFor()
    await page.getByLabel('Colour by').selectOption('feature')
    expect(await page.getByLabel('Name of the feature').inputValue()).toMatch(/^f\d$/)
    await page.getByLabel('Name of the feature').fill('f2')
    await page.getByLabel('Name of the feature').press('Enter')
    await page.locator('.scale').waitFor()
    const refused = async () => {
      await page.getByLabel('Name of the feature').fill('no such feature')
      await page.getByLabel('Name of the feature').press('Enter')
      return page.getByLabel('Name of the feature').inputValue()
    }
    await expect.poll(refused).toBe('f2')
    await page.getByRole('tab', { name: 'Clusters' }).click()
    expect(await page.locator('.features').first().textContent()).toMatch(/f\d/)
    expect(await page.locator('.features').first().textContent()).not.toContain('feature')
  })

  it('runs again without a view, compares the runs, and audits the order', async () => {
    const page = await fitted()
    await page.getByRole('tab', { name: 'Views' }).click()
    await page.locator('.chips').getByLabel('second').uncheck()
    await page.getByRole('button', { name: 'Run again with 1 view' }).click()
    await page.locator('.runs li').nth(1).waitFor({ state: 'attached' })
    await page.getByRole('tab', { name: 'Compare' }).click()
    expect(await page.locator('.scores.large').textContent()).toContain('Samples that match')
    await page.getByRole('tab', { name: 'Views' }).click()
    await page.getByRole('button', { name: 'Check the order' }).click()
    await page.locator('.verdict').waitFor()
    expect(await page.locator('.verdict').textContent()).toMatch(/order/)
  })

  it('leaves no error unseen', () => {
    expect(studio.failures).toEqual([])
  })
})
