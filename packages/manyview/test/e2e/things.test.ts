import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { beforeAll, describe, expect, it } from 'vitest'
import { workplace } from './workplace.ts'

const place = workplace()
const shared = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
/** Six of each of three kinds of the small pictures that come with the studio. */
const pictures = Object.entries(unzipSync(readFileSync(shared('../apps/studio/src/demos/pictures.zip'))))
  .filter(([name]) => /(sunset|forest|city) [1-6]\.jpg$/.test(name))
  .map(([name, bytes]) => ({ kind: name.split('/')[1], name: name.split('/')[2].replace(' ', '-'), bytes }))
const quick = ['--method', 'kmeans', '--threads', '2', '--cache', 'kept']
const printed = (text: string) => text.replace(/\s+/g, ' ')

beforeAll(() => {
  for (const { kind, name, bytes } of pictures) {
    mkdirSync(place.path(`photos/${kind}`), { recursive: true })
    writeFileSync(place.path(`photos/${kind}/${name}`), bytes)
  }
})

describe('the command on things', () => {
  it('clusters a folder of pictures, and places new ones with the model file alone', async () => {
    const fit = await place.run(
      'fit',
      'photos',
      '-k',
      '3',
      '--labels',
      'folder',
      ...quick,
      '--model',
      'photos.model',
      '--out',
      'out',
    )
    expect(fit.stderr).toBe('')
    expect(fit.stdout).toContain('18 samples, 4 views')
    expect(fit.stdout).toMatch(/ACC 1\.0000/)
    const report = readFileSync(place.path('out/report.html'), 'utf8')
    expect(report.match(/class="contact"/g)).toHaveLength(3)
    expect(report).toMatch(/<button[^>]*data-cluster="0"[^>]*>.*?<img class="picture"/)
    expect(report).toMatch(/This report is one file and needs no other: [\d.]+ kB\./)
    const again = await place.run('assign', 'photos.model', 'photos', '--cache', 'kept', '--out', '-')
    const labels = (text: string) =>
      text
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',').slice(0, 2).join())
    expect(labels(again.stdout)).toEqual(labels(readFileSync(place.path('out/labels.csv'), 'utf8')))
  })

  it('never replaces a picture that a table names, and refuses a cache that is a file before it reads any', async () => {
    const [first] = pictures
    const paths = pictures.map(({ kind, name }) => `photos/${kind}/${name}`)
    place.file('photos.csv', ['id,photo', ...paths.map((path, i) => `s${i},${path}`)].join('\n'))
    const over = await place.run('fit', 'photos.csv', '-k', '3', ...quick, '--model', paths[0])
    expect(over).toMatchObject({ code: 1, stderr: expect.stringContaining('would replace the input') })
    expect(new Uint8Array(readFileSync(place.path(paths[0])))).toEqual(first.bytes)
    const cached = await place.run('fit', 'photos', '-k', '3', '--cache', 'photos.csv')
    expect(cached).toMatchObject({ code: 1, stderr: 'manyview: photos.csv: is a file, give a folder\n' })
  })

  it('gives the same labels for a zip of the pictures and on one thread', async () => {
    const files = Object.fromEntries(pictures.map(({ kind, name, bytes }) => [`photos/${kind}/${name}`, bytes]))
    place.file('photos.zip', zipSync(files, { level: 0 }))
    const flags = ['-k', '3', '--method', 'kmeans', '--out', '-']
    const folder = await place.run('fit', 'photos', ...flags, '--threads', '2', '--cache', 'none')
    const zip = await place.run('fit', 'photos.zip', ...flags, '--threads', '1', '--cache', 'none')
    expect(folder.stdout.split('\n')).toHaveLength(20)
    expect(zip.stdout).toBe(folder.stdout)
  })

  it('clusters a folder of texts', async () => {
    mkdirSync(place.path('notes'))
    const words = ['team match goal cup coach', 'bank shares market price rates']
    for (let i = 0; i < 12; i++) {
      const own = words[i % 2].split(' ')
      const text = `The ${own[i % 5]} and the ${own[(i + 1) % 5]} of the ${own[(i + 2) % 5]}, ${own[(i + 3) % 5]} ${i}.`
      writeFileSync(
        place.path(`notes/${i}.${['txt', 'md', 'html'][i % 3]}`),
        i % 3 === 2 ? `<p>${text}</p><script>no</script>` : text,
      )
    }
    const { stdout, stderr } = await place.run('fit', 'notes', '-k', '2', '--method', 'kmeans')
    expect(stderr).toBe('')
    expect(printed(stdout)).toContain('12 texts, a sample per file; ids are the names of the files')
  })

  it('makes a view of each column of a table of products, and says what each was taken for', async () => {
    const rows = pictures.map(
      ({ kind, name, bytes }, i) =>
        `item-${i},"a picture with ${i % 2 ? 'little' : 'much'} light, print number ${i}",photos/${kind}/${name},${(i * 7) % 11},${bytes.length}`,
    )
    place.file('products.csv', `id,caption,photo,price,bytes\n${rows.join('\n')}\n`)
    const { stdout, stderr } = await place.run('fit', 'products.csv', '-k', '3', ...quick)
    expect(stderr).toBe('')
    const said = printed(stdout)
    for (const view of ['products', 'caption words', 'photo colour', 'photo texture', 'photo shape', 'photo layout'])
      expect(said).toMatch(new RegExp(`${view} \\d+ features`))
    expect(said).toContain(
      'products: texts that become views: caption; --kind COLUMN=text names others, --kind COLUMN=none leaves one out',
    )
    expect(said).toContain('products: pictures that become views: photo; --kind COLUMN=picture names others')
  })
})

describe('the command on things that cannot be read', () => {
  /** A table of some pictures and what a test adds. */
  const table = (name: string, ...further: string[]) => {
    const rows = pictures.slice(0, 8).map(({ kind, name: file }, i) => `${i},photos/${kind}/${file}`)
    return place.file(name, `price,photo\n${[...rows, ...further.map((path) => `9,${path}`)].join('\n')}\n`)
  }

  it.each([
    [
      'a broken picture',
      'broken.jpg',
      Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]),
      /broken\.jpg: (ends|is damaged)/,
    ],
    [
      'a picture that is not there',
      'nowhere.jpg',
      null,
      'nowhere.jpg: there is no such file or folder, check the path',
    ],
    [
      'a CMYK picture',
      'cmyk.jpg',
      readFileSync(shared('formats/test/things/pictures/fixtures/cmyk.jpg')),
      'cmyk.jpg: is a CMYK JPEG, save it as RGB',
    ],
    [
      'an AVIF picture',
      'new.avif',
      strToU8('\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf'),
      'new.avif: is an AVIF picture, save it as JPEG or PNG',
    ],
  ])('names %s in one line, and leaves it out where that is asked for', async (_, name, bytes, reason) => {
    if (bytes) place.file(name, bytes)
    const products = table('some.csv', name)
    const refused = await place.run('fit', products, '-k', '2', ...quick)
    expect(refused.code).toBe(1)
    expect(refused.stderr.trim().split('\n')).toHaveLength(1)
    expect(refused.stderr).toContain('photo: 1 of 9 pictures cannot be read')
    expect(refused.stderr).toMatch(reason)
    expect(refused.stderr).toContain('correct them or leave them out with --skip-broken')
    const skipped = await place.run('fit', products, '-k', '2', '--cache', 'kept', '--skip-broken', '--json')
    expect(skipped.code).toBe(0)
    expect(JSON.parse(skipped.stdout).warnings.join()).toContain('1 of 9 pictures cannot be read')
  })

  it('takes pictures of one pixel, 16 bits, palettes and transparency', async () => {
    const names = [
      'one-pixel.png',
      'sixteen-bit.png',
      'palette.png',
      'rgba.png',
      'one-bit.png',
      'transparent.gif',
      'lossless.webp',
      'turned-6.webp',
      'turned.jpg',
    ]
    mkdirSync(place.path('odd'))
    for (const name of names)
      writeFileSync(
        join(place.path('odd'), name),
        readFileSync(shared(`formats/test/things/pictures/fixtures/${name}`)),
      )
    const { code, stderr } = await place.run('fit', 'odd', '-k', '2', ...quick)
    expect([code, stderr]).toEqual([0, ''])
  })
})
