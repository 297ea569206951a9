import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { unzipSync } from 'fflate'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { choose, cluster, dropOn, hasBrowser, needsBrowser, pageTimeout, Studio, saved } from './studio-page.ts'

const studio = new Studio()
const demos = (name: string) => fileURLToPath(new URL(`../src/demos/${name}`, import.meta.url))
const models = (name: string) =>
  fileURLToPath(new URL(`../../../packages/formats/test/things/models/fixtures/${name}`, import.meta.url))
/** Some of the small pictures, four of each of three kinds. */
const pictures = Object.entries(unzipSync(readFileSync(demos('pictures.zip')))).filter(([name]) =>
  /(sunset|forest|city) [1-4]\.jpg$/.test(name),
)
let photos = ''
beforeAll(async () => {
  if (!hasBrowser) return
  await studio.start()
  photos = join(studio.folder, 'photos')
  for (const [path, bytes] of pictures) {
    const [, kind, name] = path.split('/')
    mkdirSync(join(photos, kind), { recursive: true })
    writeFileSync(join(photos, kind, name), bytes)
  }
})
afterAll(() => studio.end())

/** What the page asks of others than its own server: nothing, at any time. */
function watchRequests(page: Page): string[] {
  const elsewhere: string[] = []
  const own = new URL(page.url()).origin
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== own) elsewhere.push(request.url())
  })
  return elsewhere
}

describe.skipIf(!hasBrowser)(`texts and pictures on the page${needsBrowser}`, () => {
  it('takes a folder of pictures through to the map, and shows them on hover, in the legend and in the cards', async () => {
    const page = await studio.page()
    await page.getByLabel('Folder to open').setInputFiles(photos)
    await page.getByText('12 samples, seen from 4 sides').waitFor()
    await cluster(page)
    await page.getByRole('tab', { name: 'Map' }).click()
    await page.locator('.legend img').nth(2).waitFor()
    await page.locator('.map').focus()
    await page.keyboard.press('ArrowRight')
    const shown = page.locator('.sample-card img')
    await shown.waitFor()
    expect(await shown.getAttribute('src')).toMatch(/^data:image\/jpeg;base64,/)
    expect(await page.locator('.sample-card').textContent()).toMatch(/(sunset|forest|city) \d\.jpg/)
    await page.getByRole('tab', { name: 'Clusters' }).click()
    await page.locator('.card .contact img').nth(11).waitFor()
    expect(await page.locator('.card .contact img').count()).toBe(12)
    await page.getByRole('tab', { name: 'Export' }).click()
    const { text } = await saved(page, () => page.getByRole('button', { name: 'labels.csv' }).click())
    expect(text.split('\n').filter((line) => line.startsWith('city/'))).toHaveLength(4)
  })

  it('keeps the descriptions of pictures for a reload, until everything is forgotten', async () => {
    const page = await studio.page()
    const kept = () =>
      page.evaluate(
        () =>
          new Promise<number>((resolve, reject) => {
            const opening = indexedDB.open('manyview-studio')
            opening.onerror = () => reject(opening.error)
            opening.onsuccess = () => {
              const reading = opening.result.transaction('session').objectStore('session').get('pictures')
              reading.onsuccess = () => {
                opening.result.close()
                resolve(reading.result?.keys.length ?? 0)
              }
            }
          }),
      )
    await page.getByLabel('Folder to open').setInputFiles(photos)
    await page.getByText('12 samples, seen from 4 sides').waitFor()
    expect(await kept()).toBe(12)
    // What is kept is what a reload goes on with: pictures that are all described alike are all alike.
    await page.waitForTimeout(1000)
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const opening = indexedDB.open('manyview-studio')
          opening.onsuccess = () => {
            const objects = opening.result.transaction('session', 'readwrite').objectStore('session')
            const reading = objects.get('pictures')
            reading.onsuccess = () => {
              const entry = { ...reading.result, values: reading.result.values.fill(1) }
              objects.put(entry, 'pictures').onsuccess = () => {
                opening.result.close()
                resolve()
              }
            }
          }
        }),
    )
    await page.reload()
    await page.getByText('11 samples equal an earlier one in every view').waitFor()
    page.on('dialog', (dialog) => void dialog.accept())
    await page.getByRole('button', { name: 'Forget everything' }).click()
    await expect.poll(kept, { timeout: pageTimeout }).toBe(0)
  })

  it('takes a table with the pictures that it names, and names one that is broken', async () => {
    const page = await studio.page()
    const rows = pictures.map(([path], i) => {
      const name = path.split('/').pop()!
      return `item ${i},"${path.split('/')[1]} in the evening light with ${i % 3 ? 'a warm' : 'a cold'} sky, print ${i}",${name},${i % 5}`
    })
    const table = studio.file('products.csv', `id,caption,photo,price\n${rows.join('\n')}\n`)
    const paths = pictures.map(([path]) => join(photos, ...path.split('/').slice(1)))
    await choose(page, table, ...paths)
    await page.getByText('12 samples, seen from').waitFor()
    for (const name of ['caption words', 'photo colour', 'photo layout'])
      await page.getByRole('rowheader', { name, exact: true }).waitFor()
    // What each column is can be corrected: texts, pictures, metadata, or nothing.
    const header = (name: string) => page.getByRole('rowheader', { name, exact: true })
    await page.getByText(/columns? beside the views/).click()
    expect(await page.getByLabel('What photo is').inputValue()).toBe('picture')
    await page.getByLabel('What caption is').selectOption('metadata')
    await header('caption words').waitFor({ state: 'detached' })
    await header('photo colour').waitFor()
    await page.getByLabel('What caption is').selectOption('text')
    await header('caption words').waitFor()
    await page.getByLabel('What photo is').selectOption('ignored')
    await header('photo colour').waitFor({ state: 'detached' })
    await header('caption words').waitFor()
    const broken = studio.file('sunset 1.jpg', Uint8Array.from([0xff, 0xd8, 0xff, 0, 1, 2]))
    await page.getByRole('button', { name: 'Other files' }).waitFor()
    await choose(page, table, broken, ...paths.filter((path) => !path.endsWith('sunset 1.jpg')))
    await page.getByRole('alert').getByText('photo: 1 of 12 pictures cannot be read (sunset 1.jpg').waitFor()
    await page.getByRole('button', { name: 'Open without them' }).click()
    await page.locator('.warnings').getByText('skipped').waitFor()
  })

  it('says where a text or a picture would go that is no sample', async () => {
    const page = await studio.page()
    await page.getByRole('button', { name: 'Try small articles' }).click()
    await page.getByText('120 samples, seen from').waitFor()
    await page.getByLabel('Clusters', { exact: true }).fill('6')
    await cluster(page)
    await page.getByRole('tab', { name: 'Map' }).click()
    await page.getByText('Where would it go?').click()
    const text = 'The violin and the cello play the melody, and the choir sings with the organ.'
    await page.getByLabel('A text to place, for body').fill(text)
    await page.getByRole('button', { name: 'Place', exact: true }).last().click()
    const placed = page.getByText('“The violin and the cello')
    await placed.waitFor()
    expect(await placed.textContent()).toMatch(/music|organ|violin|choir|melody|chord|cello/)
    await choose(page, ...pictures.map(([path]) => join(photos, ...path.split('/').slice(1))))
    await page.getByText('12 samples, seen from 4 sides').waitFor()
    await page.getByLabel('Clusters', { exact: true }).fill('3')
    await cluster(page)
    await page.getByText('Where would it go?').click()
    await page.getByLabel(/A picture to place/).setInputFiles(join(photos, 'city', 'city 2.jpg'))
    await page.getByText(/city 2\.jpg: .*confidence/).waitFor()
    // A picture that is dropped there is placed, too; elsewhere on the page it would be opened.
    await dropOn(page.locator('.picture-drop'), join(photos, 'forest', 'forest 3.jpg'))
    await page.getByText(/forest 3\.jpg: .*confidence/).waitFor()
    expect(await page.getByText('12 samples').count()).toBeGreaterThan(0)
    expect(await page.locator('.dropping').count()).toBe(0)
  })

  it('clusters the small articles with a model, shows snippets, and asks nobody else for anything', async () => {
    const page = await studio.page()
    const elsewhere = watchRequests(page)
    await page.getByRole('button', { name: 'Try small articles' }).click()
    await page.getByText('120 samples, seen from').waitFor()
    await page.getByLabel('Folder of a model').setInputFiles(models('text-sentence'))
    await page.getByRole('rowheader', { name: 'body text-sentence' }).waitFor()
    await cluster(page)
    await page.getByRole('tab', { name: 'Map' }).click()
    await page.locator('.map').focus()
    await page.keyboard.press('ArrowRight')
    await page.locator('.sample-card .snippet').waitFor()
    await page.getByRole('tab', { name: 'Clusters' }).click()
    await page.locator('.card .previews .snippet').first().waitFor()
    const name = page.getByRole('textbox', { name: 'Name of cluster 0' })
    expect(await name.getAttribute('placeholder')).toMatch(/^\w[\w ]*, \w/)
    await page.getByRole('tab', { name: 'Export' }).click()
    const { text } = await saved(page, () => page.getByRole('button', { name: 'clustering.json' }).click())
    expect(JSON.parse(text).reading.models).toMatchObject([{ name: 'text-sentence' }])
    expect(elsewhere).toEqual([])
  })

  it('refuses a folder that is no model, or one for other things, and keeps the data', async () => {
    const page = await studio.page()
    await page.getByRole('button', { name: 'Try small articles' }).click()
    await page.getByText('120 samples, seen from').waitFor()
    await page.getByLabel('Folder of a model').setInputFiles(photos)
    await page.getByRole('alert').getByText('photos: holds no model.onnx').waitFor()
    await page.getByLabel('Folder of a model').setInputFiles(models('picture'))
    await page.getByRole('alert').getByText('"picture" is a model for pictures, and none were read for it').waitFor()
    expect(await page.getByText('120 samples, seen from').count()).toBe(1)
  })

  it('leaves no error unseen', () => {
    expect(studio.failures).toEqual([])
  })
})
