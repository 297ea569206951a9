import { closeSync, ftruncateSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { smallData } from './small-data.ts'
import { choose, cluster, hasBrowser, needsBrowser, Studio } from './studio-page.ts'

const studio = new Studio()
const plain = new Studio()
const { first, second } = smallData()
let paths: string[] = []
beforeAll(async () => {
  if (!hasBrowser) return
  await studio.start()
  await plain.start({ webgl: false })
  paths = [studio.file('first.csv', first), studio.file('second.csv', second)]
})
afterAll(async () => {
  await studio.end()
  await plain.end()
})

describe.skipIf(!hasBrowser)(`the page and bad input${needsBrowser}`, () => {
  it('says what is wrong with a broken file, and stays usable', async () => {
    const page = await studio.page()
    await choose(page, studio.file('broken.mat', 'MATLAB 5.0 but no more than that'))
    await page.getByRole('alert').getByText('broken.mat').waitFor()
    await choose(page, ...paths)
    await page.getByText('seen from 2 sides').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  it('says the same of a clustering.json that was cut', async () => {
    const page = await studio.page()
    await choose(page, studio.file('clustering.json', '{ "format": "manyview clustering", "version": 1'))
    await page.getByRole('alert').getByText('clustering.json').waitFor()
  })

  it('refuses two gigabytes with the number, at once', async () => {
    const path = join(studio.folder, 'large.csv')
    const file = openSync(path, 'w')
    ftruncateSync(file, 2.2e9)
    closeSync(file)
    const page = await studio.page()
    await choose(page, path)
    await page.getByRole('alert').getByText('2.2 GB').waitFor()
  })

  it('names the view with missing values, and clusters without it', async () => {
    const holed = second.replace(/^(s3,)[^,]+/m, '$1')
    const page = await studio.page()
    await choose(page, paths[0], studio.file('holed.csv', holed))
    await page.getByText('1 value missing').waitFor()
    expect(await page.getByRole('button', { name: 'Cluster', exact: true }).isDisabled()).toBe(true)
    await page.getByRole('checkbox', { name: 'holed' }).uncheck()
    await cluster(page)
  })

  it('refuses views over the memory limit with both numbers, and clusters without them', async () => {
    const [rows, columns] = [1200, 8000]
    const header = `${`{'descr': '|u1', 'fortran_order': False, 'shape': (${rows}, ${columns}), }`.padEnd(117)}\n`
    const wide = Buffer.alloc(128 + rows * columns)
    wide.write('\x93NUMPY\x01\x00\x76\x00', 'latin1')
    wide.write(header, 10, 'latin1')
    for (let p = 128; p < wide.length; p += 7) wide[p] = p % 251
    const narrow = Array.from({ length: rows }, (_, i) => `${(i % 3) * 5 + (i % 7) / 10},${(i * i) % 11}`).join('\n')
    const page = await studio.page({}, () => {
      Object.defineProperty(navigator, 'deviceMemory', { value: 0.25 })
    })
    await choose(page, studio.file('wide.npy', wide), studio.file('narrow.csv', narrow))
    await page.getByText('These views need about 154 MB, and this tab may take 134 MB.').waitFor()
    expect(await page.getByRole('button', { name: 'Cluster', exact: true }).isDisabled()).toBe(true)
    await page.getByRole('checkbox', { name: 'wide' }).uncheck()
    expect(await page.getByRole('button', { name: 'Cluster', exact: true }).isDisabled()).toBe(false)
  })

  it('says that views do not match', async () => {
    const page = await studio.page()
    const rows = (count: number) => Array.from({ length: count }, (_, i) => `${i / 7},${(i * i) % 11}`).join('\n')
    await choose(page, studio.file('ten.csv', rows(30)), studio.file('twelve.csv', rows(37)))
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.textContent()).toMatch(/30.*37|37.*30/)
  })

  it('says that it needs WebAssembly SIMD', async () => {
    const page = await studio.page({}, () => {
      WebAssembly.validate = () => false
    })
    await page.getByText('no WebAssembly SIMD').waitFor()
  })

  it('draws the map without WebGL, and says so', async () => {
    const page = await plain.page()
    await choose(page, ...paths)
    await page.getByText('seen from 2 sides').waitFor()
    await cluster(page)
    await page.getByText('Drawn without WebGL').waitFor()
    const inked = await page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>('.map canvas')!
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
      return data.some((value, i) => i % 4 === 3 && value > 0)
    })
    expect(inked).toBe(true)
  })

  it('says that storage is full, and goes on', async () => {
    const page = await studio.page({}, () => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    await choose(page, ...paths)
    await page.getByText('storage of this browser is full').waitFor()
    await cluster(page)
  })

  it('leaves no error unseen', () => {
    expect([...studio.failures, ...plain.failures]).toEqual([])
  })
})
