import { bytesSource, readDataset } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import { readDocument } from '../../src/things/read-things.ts'
import { isDocumentName, isPictureName, thingsAmong } from '../../src/things/thing-column.ts'
import { findingsOfThings, findThingFiles } from '../../src/things/thing-files.ts'

const file = (name: string, content = 'some words of a text') => bytesSource(name, new TextEncoder().encode(content))
const files = (...names: string[]) => names.map((name) => file(name))

describe('files that are one thing each', () => {
  it('are known by their endings', () => {
    for (const name of ['a.jpg', 'a.JPEG', 'a.jfif', 'a.png', 'a.webp', 'a.gif', 'a.avif'])
      expect([isPictureName(name), isDocumentName(name)], name).toEqual([true, false])
    for (const name of ['a.txt', 'a.text', 'a.md', 'a.markdown', 'a.HTM', 'a.html'])
      expect([isPictureName(name), isDocumentName(name)], name).toEqual([false, true])
    for (const name of ['a.csv', 'png', 'a.png.gz', 'a.htmls'])
      expect([isPictureName(name), isDocumentName(name)], name).toEqual([false, false])
  })

  it('are the pictures or the texts of a folder, whichever are more, and none beside files of numbers', () => {
    expect(thingsAmong(['a.png', 'b.jpg', 'c.txt'])).toEqual(['a.png', 'b.jpg'])
    expect(thingsAmong(['a.png', 'c.txt', 'd.txt'])).toEqual(['c.txt', 'd.txt'])
    expect(thingsAmong(['a.png', 'c.txt'])).toEqual(['c.txt'])
    expect(thingsAmong(['a.png', 'b.png', 'numbers.csv'])).toEqual([])
    expect(thingsAmong(['x/.hidden.png', '.git/a.png', '__MACOSX/a.png', './a.png', '../b.png'])).toEqual([
      './a.png',
      '../b.png',
    ])
  })

  it('are all of one kind and at least two, or one where it is asked for', async () => {
    expect(await findThingFiles(files('b.png', 'a.jpg'))).toMatchObject({
      kind: 'pictures',
      files: [{ name: 'a.jpg' }, { name: 'b.png' }],
    })
    expect(await findThingFiles(files('a.txt', 'b.md'))).toMatchObject({ kind: 'texts' })
    expect(await findThingFiles(files('a.png', 'b.txt'))).toBeNull()
    expect(await findThingFiles(files('a.png'))).toBeNull()
    expect(await findThingFiles(files('a.png'), { pictures: ['pictures'] })).toMatchObject({ kind: 'pictures' })
    expect(await findThingFiles(files('a.txt'), { texts: ['texts'] })).toMatchObject({ kind: 'texts' })
    expect(await findThingFiles(files('a.txt'), { texts: ['title'] })).toBeNull()
  })

  it('are tables where their words are numbers or their lines are cut by tabs; Markdown and HTML never are', async () => {
    const numbers = '1 2 3\n4 5 6\n'
    expect(await findThingFiles([file('a.txt', numbers), file('b.txt', numbers)])).toBeNull()
    expect(await findThingFiles([file('a.txt', numbers), file('b.txt')])).toMatchObject({ kind: 'texts' })
    expect(await findThingFiles([file('a.txt', 'one 1'), file('b.txt', 'two 2')])).toBeNull()
    const tabs = 'a\tb\tc\nd\te\tf\n'
    expect(await findThingFiles([file('a.txt', tabs), file('b.txt', tabs)])).toBeNull()
    expect(await findThingFiles([file('a.md', numbers), file('b.md', numbers)])).toMatchObject({ kind: 'texts' })
    const long = `${'word '.repeat(2000)}${'7 '.repeat(6000)}`
    expect(await findThingFiles([file('a.txt', long), file('b.txt', long)])).toBeNull()
  })

  it('have ids from their names below the folder they share, and folders that may be classes', () => {
    const found = findingsOfThings({ kind: 'pictures', files: files('x/cats/1.png', 'x/cats/2.png', 'x/dogs/1.png') })
    expect(found).toMatchObject({
      views: [{ name: 'pictures', source: 'x/cats', axis: 'rows', ids: ['cats/1.png', 'cats/2.png', 'dogs/1.png'] }],
      labels: [{ name: 'folder', values: ['cats', 'cats', 'dogs'] }],
      notes: [
        '3 pictures, a sample per file; ids are the names of the files',
        'the folders of the files are not clustered, --labels folder scores against them',
      ],
      warnings: [],
    })
    expect(found.views[0].value).toEqual({
      type: 'dense',
      shape: [3, 1],
      order: 'rows',
      data: Float64Array.of(0, 1, 2),
    })
    const flat = findingsOfThings({ kind: 'texts', files: files('a.txt', 'b.txt') })
    expect([flat.labels, flat.views[0].source, flat.views[0].ids]).toEqual([[], 'a.txt', ['a.txt', 'b.txt']])
    expect(flat.notes).toEqual(['2 texts, a sample per file; ids are the names of the files'])
  })
})

describe('pictures', () => {
  it('are opened in the order of the samples, of a folder or by the paths of a table, and none where no path is', async () => {
    const opened = async (...sources: ReturnType<typeof files>) => {
      const columns: unknown[] = []
      await readDataset(sources, {
        things: {
          open: (path) => file(path),
          makeViews: async (given) => {
            columns.push(...given.map((column) => 'pictures' in column && column.pictures.map((one) => one?.name)))
            const data = new Float64Array(4)
            const view = { samples: columns.flat().length, features: 1, data }
            return { views: [{ name: 'v', source: 'v', view, kind: 'numeric' }], recipes: [], warnings: [] }
          },
        },
      })
      return columns
    }
    expect(await opened(...files('x/b.png', 'x/a.png'))).toEqual([['x/a.png', 'x/b.png']])
    const table = file('p.csv', 'id,photo,price\n1,b.jpg,1.5\n2,a.jpg,2.5\n3,,3\n4,c.jpg,1\n')
    expect(await opened(table)).toEqual([['b.jpg', 'a.jpg', undefined, 'c.jpg']])
  })
})

describe('the text of a document', () => {
  const read = (name: string, ...bytes: number[]) => readDocument(bytesSource(name, Uint8Array.from(bytes)))
  const codes = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0))

  it('is UTF-8, UTF-16 with its mark, or Western European, which is said', async () => {
    expect(await readDocument(file('a.txt', 'Käse'))).toEqual({ text: 'Käse', western: false })
    expect(await read('a.txt', 0xff, 0xfe, 0x4b, 0, 0xe4, 0)).toEqual({ text: 'Kä', western: false })
    expect(await read('a.txt', ...codes('Sehr viel Käse'))).toEqual({ text: 'Sehr viel Käse', western: true })
    expect(await read('a.txt', 0x41)).toEqual({ text: 'A', western: false })
    expect(await read('a.txt')).toEqual({ text: '', western: false })
  })

  it('is what a reader sees of HTML', async () => {
    expect((await readDocument(file('a.html', '<p>one</p><script>x</script>'))).text.trim()).toBe('one')
    expect((await readDocument(file('a.txt', '<p>one</p>'))).text).toBe('<p>one</p>')
  })

  it('is refused where control characters or too many bytes outside ASCII stand', async () => {
    const refusal = 'a.txt: is text in no known encoding, save it as UTF-8'
    for (const byte of [0, 6, 14, 26, 31])
      await expect(read('a.txt', ...codes('abc'), byte), String(byte)).rejects.toThrow(refusal)
    for (const byte of [7, 9, 10, 13, 27, 32]) expect((await read('a.txt', ...codes('abc'), byte)).western).toBe(false)
    await expect(read('a.txt', ...codes('abc'), 0xe4, 0xe4)).rejects.toThrow(refusal)
    expect((await read('a.txt', ...codes('abcd'), 0xe4)).western).toBe(true)
    const huge = { name: 'a.txt', byteLength: 2 ** 26 + 1, slice: async () => new Uint8Array(0) }
    await expect(readDocument(huge)).rejects.toThrow(
      'has 67108865 bytes, more than a text may have (67108864), split it',
    )
  })
})
