import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { blobs, csv } from './blobs.ts'
import { workplace } from './workplace.ts'

const place = workplace()
const { first, second, labels } = blobs(60, 3)
place.file('a.csv', csv(first))
place.file('b.csv', csv([['width', 'height', 'mass <kg>'], ...second]))
place.file('other.csv', csv(first.slice(0, 50)))
place.file('truth.txt', csv(labels.map((label) => [`class ${label}`])))
const text = (name: string) => readFileSync(place.path(name), 'utf8')

beforeAll(async () => {
  const fit = ['fit', 'a.csv', 'b.csv', '-k', '3', '--labels', 'truth.txt', '--method', 'kmeans']
  expect(await place.run(...fit, '--out', 'run')).toMatchObject({ code: 0, stderr: '' })
  expect(await place.run(...fit, '--out', 'bare', '--write', 'none')).toMatchObject({ code: 0, stderr: '' })
})

describe('manyview fit --out', () => {
  it('writes a report that names the files, the method and how long it took', () => {
    const page = text('run/report.html')
    expect(page).toMatch(/<h1>a\.csv, b\.csv<\/h1>/)
    expect(page.includes('by kmeans, seed 0')).toBe(true)
    expect(page).toMatch(/ [\d.]+ m?s\./)
    expect(page.includes('id="map"')).toBe(true)
    expect(page.includes('Against the true labels')).toBe(true)
    expect(page.includes('mass &lt;kg&gt;')).toBe(true)
    expect(page.includes('feature 0')).toBe(true)
  })

  it('keeps what the report needs in clustering.json, and no time', () => {
    const record = JSON.parse(text('run/clustering.json'))
    expect(record.explanation.clusters.length).toBe(3)
    expect(record.assignment.truth.classes.length).toBe(3)
    expect(record).not.toHaveProperty('seconds')
    expect(Object.keys(record.files)).toEqual([
      'labels.csv',
      'features.csv',
      'clusters.csv',
      'views.csv',
      'samples.csv',
      'tree.json',
      'tree.nwk',
    ])
  })

  it('writes none with --write none, and the same labels', () => {
    expect(() => text('bare/report.html')).toThrow()
    expect(JSON.parse(text('bare/clustering.json')).explanation).toBe(null)
    // Names are made of what the explanation found.
    const numbers = (path: string) =>
      text(path)
        .split('\n')
        .map((line) => line.split(',').slice(0, 2))
    expect(numbers('bare/labels.csv')).toEqual(numbers('run/labels.csv'))
  })
})

describe('manyview report', () => {
  it('makes the same report again, but for the time', async () => {
    const before = text('run/report.html')
    rmSync(place.path('run/report.html'))
    expect(await place.run('report', 'run/clustering.json')).toMatchObject({ code: 0, stderr: '' })
    const withoutTime = (page: string) =>
      page
        .replace(/, [\d.]+ m?s\./, '.')
        .replace(/<div><dt>time<\/dt><dd>[^<]*<\/dd><\/div>/, '')
        .replace(/needs no other: [\d.]+ kB/, '')
    expect(withoutTime(text('run/report.html'))).toBe(withoutTime(before))
  })

  it('makes one without a map of a clustering that was not explained, and with one from the data', async () => {
    expect(await place.run('report', 'bare/clustering.json', '--out', 'plain.html')).toMatchObject({ code: 0 })
    expect(text('plain.html')).not.toContain('id="map"')
    const again = await place.run('report', 'bare/clustering.json', '--out', 'full.html', '--views', 'a.csv', 'b.csv')
    expect(again).toMatchObject({ code: 0, stderr: '' })
    expect(text('full.html')).toContain('id="map"')
    expect(text('full.html')).not.toContain('byte for byte')
  })

  it('writes the page and the tables into a folder', async () => {
    mkdirSync(place.path('again'))
    expect(await place.run('report', 'run/clustering.json', '--out', 'again')).toMatchObject({ code: 0, stderr: '' })
    for (const name of ['features.csv', 'clusters.csv', 'views.csv', 'samples.csv'])
      expect(text(`again/${name}`)).toBe(text(`run/${name}`))
    expect(text('again/report.html')).toContain('id="map"')
  })

  it('knows the files that were clustered where metadata was given, too', async () => {
    place.file('ages.csv', `id,age\n${Array.from({ length: 60 }, (_, i) => `${i},${i % 7}`).join('\n')}\n`)
    await place.run('fit', 'a.csv', 'b.csv', '-k', '3', '--metadata', 'ages.csv', '--out', 'aged', '-q')
    const { stdout } = await place.run('report', 'aged/clustering.json', '--views', 'a.csv', 'b.csv', '--json')
    expect(JSON.parse(stdout).warnings).toEqual(JSON.parse(text('aged/clustering.json')).warnings)
  })

  it('refuses data that was not clustered', async () => {
    const few = await place.run('report', 'bare/clustering.json', '--views', 'other.csv')
    expect(few).toMatchObject({ code: 1, stdout: '' })
    expect(few.stderr).toMatch(/--views: there are 50 samples but bare\/clustering\.json has 60/)
    const views = await place.run('report', 'bare/clustering.json', '--views', 'a.csv')
    expect(views.stderr).toMatch(/--views: the views are a \(3\) but bare\/clustering\.json has a \(3\), b \(3\)/)
  })

  it('says in one line what is wrong with a file or a place to write', async () => {
    place.file('cut.json', text('run/clustering.json').slice(0, 900))
    place.file('newer.json', text('run/clustering.json').replace('"version": 1', '"version": 9'))
    for (const [args, message] of [
      [['report', 'cut.json'], /cut\.json: is not JSON or was cut off/],
      [['report', 'newer.json'], /newer\.json: has version 9 .* update Manyview/],
      [['report', 'a.csv'], /a\.csv: is not JSON/],
      [['report', 'none.json'], /none\.json: there is no such file/],
      [['report', 'run/clustering.json', '--out', 'a.csv/x.html'], /is a file, give a folder|not a folder/],
    ] as const) {
      const { code, stdout, stderr } = await place.run(...args)
      expect(stderr).toMatch(message)
      expect(stderr.trim().split('\n').length).toBe(1)
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    }
  })
})

describe('manyview plot', () => {
  it('writes a figure as SVG or PNG', async () => {
    expect(await place.run('plot', 'run/clustering.json', '-o', 'map.svg')).toMatchObject({ code: 0, stderr: '' })
    expect(text('map.svg')).toMatch(/^<svg /)
    const args = ['plot', 'run/clustering.json', '--figure', 'confusion', '--out', 'c.png', '--width', '300', '--dark']
    expect(await place.run(...args)).toMatchObject({ code: 0, stderr: '' })
    const png = readFileSync(place.path('c.png'))
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect(png.readUInt32BE(16)).toBe(600)
  })

  it('says in one line what it cannot draw', async () => {
    writeFileSync(place.path('keep.svg'), 'old')
    for (const [args, message] of [
      [['--figure', 'mpa', '-o', 'x.svg'], /--figure: there is no figure "mpa", did you mean "map"\?/],
      [['--figure', 'map', '-o', 'x.pdf'], /--out: is "x\.pdf", give FILE\.svg or FILE\.png/],
      [['--figure', 'map'], /--out: is missing/],
      [['--figure', 'features', '--cluster', '7', '-o', 'keep.svg'], /cluster: is 7, give a cluster from 0 to 2/],
      [['--width', '9', '-o', 'keep.svg'], /width: is 9/],
    ] as const) {
      const { code, stdout, stderr } = await place.run('plot', 'run/clustering.json', ...args)
      expect(stderr).toMatch(message)
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    }
    expect(text('keep.svg')).toBe('old')
  })
})
