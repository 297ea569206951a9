import { InputError } from '@manyview/core'
import { bytesSource, readDataset } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import { thingsReader } from '../../src/things/index.ts'

const source = (name: string, text: string | Uint8Array) =>
  bytesSource(name, typeof text === 'string' ? new TextEncoder().encode(text) : text)
const reader = () =>
  thingsReader((path) => {
    throw new InputError('is not there, give a file', { code: 'file', argument: path })
  })
const articles = [
  'the cup final was won by the home team',
  'shares of the bank fell again this week',
  'the team won its first match at home',
  'the bank raised rates and shares fell',
]

describe('reading a table', () => {
  it('makes views of a column of texts, and says so', async () => {
    const table = `body,kind\n${articles.map((text, i) => `"${text}",${['sport', 'money'][i % 2]}`).join('\n')}\n`
    const dataset = await readDataset([source('news.csv', table)], { things: reader() })
    expect(dataset.views.map(({ name }) => name)).toEqual(['body words', 'body pairs', 'body characters'])
    expect(dataset.things).toMatchObject([{ kind: 'texts', name: 'body', texts: articles }])
    expect(dataset.ids).toBeNull()
    expect(dataset.notes.join()).toContain('texts that become views: body; --kind COLUMN=text names others')
  })

  it('lines texts of one file up with numbers of another by id', async () => {
    const texts = `id,body\n${articles.map((text, i) => `s${i},${text}`).join('\n')}\n`
    const numbers = 'id,x,y\ns3,3,0.5\ns1,1,0.25\ns0,0,0.75\n'
    const dataset = await readDataset([source('numbers.csv', numbers), source('texts.csv', texts)], {
      things: reader(),
    })
    expect(dataset.ids).toEqual(['s3', 's1', 's0'])
    expect(dataset.things).toMatchObject([{ texts: [articles[3], articles[1], articles[0]] }])
  })

  it('refuses a sample of which nothing is left, or leaves it out where that is asked for', async () => {
    const table = `body\n${articles.join('\n')}\n"…"\n`
    const read = (skipBroken: boolean) =>
      readDataset([source('news.csv', table)], { things: reader(), texts: ['body'], skipBroken })
    await expect(read(false)).rejects.toThrow(
      'body: 1 of 5 samples have nothing to be clustered by ("row 5"), correct them or leave them out with --skip-broken',
    )
    const dataset = await read(true)
    expect(dataset.samples).toBe(4)
    expect(dataset.views[0].view.samples).toBe(4)
    expect(dataset.warnings.join()).toContain('left out: 1 sample of 5')
  })

  it('names pictures that are not there', async () => {
    const table = 'photo,price\na.jpg,1\nb.jpg,2\nc.jpg,3\n'
    await expect(readDataset([source('p.csv', table)], { things: reader(), pictures: [] })).resolves.toMatchObject({
      things: [],
    })
    const reading = reader()
    reading.makeViews = async (columns) => {
      expect(columns[0].broken?.map(({ name, reason }) => `${name} ${reason}`)).toEqual([
        'a.jpg is not there, give a file',
        'b.jpg is not there, give a file',
        'c.jpg is not there, give a file',
      ])
      return { views: [], recipes: [], warnings: ['seen'] }
    }
    const { warnings, ids } = await readDataset([source('p.csv', table)], { things: reading })
    expect(warnings).toContain('seen')
    expect(ids).toEqual(['a.jpg', 'b.jpg', 'c.jpg'])
  })
})

describe('reading a folder of texts', () => {
  it('takes a sample per file, with the names as ids and folders as classes that may be true', async () => {
    const files = articles.map((text, i) => source(`news/${i % 2 ? 'money' : 'sport'}/${i}.txt`, text))
    const dataset = await readDataset(files, { things: reader() })
    expect(dataset.ids).toEqual(['money/1.txt', 'money/3.txt', 'sport/0.txt', 'sport/2.txt'])
    expect(dataset.labels).toEqual([{ name: 'folder', values: ['money', 'money', 'sport', 'sport'] }])
    expect(dataset.views[0].name).toBe('texts words')
  })

  it('still takes files of numbers as views', async () => {
    const files = ['a.txt', 'b.txt'].map((name) => source(name, '1 2 3\n4 5 6\n7 8 10\n'))
    const dataset = await readDataset(files, { things: reader() })
    expect(dataset.views.map(({ name }) => name)).toEqual(['a', 'b'])
  })

  it('names a file in no known encoding, and skips it where that is asked for', async () => {
    const files = [
      ...articles.map((text, i) => source(`${i}.txt`, text)),
      source('x.txt', Uint8Array.from([0, 1, 2, 255, 254, 3])),
      source('y.txt', Uint8Array.from([...'dans un caf'].map((c) => c.charCodeAt(0)).concat(0xe9))),
    ]
    await expect(readDataset(files, { things: reader() })).rejects.toThrow(
      'texts: 1 of 6 texts cannot be read (x.txt: is text in no known encoding, save it as UTF-8), correct them or leave them out with --skip-broken',
    )
    const dataset = await readDataset(files, { things: reader(), skipBroken: true })
    expect(dataset.samples).toBe(5)
    expect(dataset.warnings.join()).toContain('x.txt: is text in no known encoding, save it as UTF-8), skipped')
    expect(dataset.warnings.join()).toContain(
      '1 text is not UTF-8 and was read as Western European (the first is y.txt)',
    )
  })
})

describe('reading an archive', () => {
  it('takes the texts in it as a folder of them', async () => {
    const { zipSync, strToU8 } = await import('fflate')
    const zip = zipSync(Object.fromEntries(articles.map((text, i) => [`news/${i}.txt`, strToU8(text)])))
    const dataset = await readDataset([source('news.zip', zip)], { things: reader() })
    expect(dataset.ids).toEqual(['0.txt', '1.txt', '2.txt', '3.txt'])
    expect(dataset.things[0]).toMatchObject({ kind: 'texts', texts: articles })
  })
})
