import { readFileSync } from 'node:fs'
import { accuracy } from '@manyview/core/metrics'
import { beforeAll, describe, expect, it } from 'vitest'
import { blobs, npy } from './blobs.ts'
import { workplace } from './workplace.ts'

const place = workplace()
const { first, second, labels } = blobs(60, 3, 4)
const files = ['text.npy', 'image.npy', 'items.csv']
const quick = ['--method', 'kmeans', '--threads', '1']
const printed = (text: string) => text.replace(/\s+/g, ' ')
const title = (i: number) => `a lamp of ${['red', 'blue'][i % 2]} glass for room ${i}`

beforeAll(() => {
  place.file('text.npy', npy(first))
  place.file('image.npy', npy(second.map((row) => row.slice(1))))
  const rows = labels.map((_, i) => `A-${900 - i},${title(i)},${(i * 7) % 11},https://shop.example/${i}`)
  place.file('items.csv', ['sku,title,price,url', ...rows].join('\n'))
  place.file('few.csv', ['sku,price', 'A-1,5', 'A-2,6', 'A-3,7'].join('\n'))
})

describe('embeddings beside their table', () => {
  it('are joined by position, named by its ids, and clustered without it; each guess is said with its flag', async () => {
    const { code, stdout, stderr } = await place.run('fit', ...files, '-k', 'auto', ...quick, '--out', 'out')
    expect([code, stderr]).toEqual([0, ''])
    for (const line of [
      '60 samples, 2 views',
      'items: about the samples, no view; --views text,image,items takes its numbers as a view, --kind title=text a column',
      'text, image: no ids, joined with items by position, row by row',
      'metadata, not clustered: title, url, price',
    ])
      expect(printed(stdout)).toContain(line)
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80)
    const rows = readFileSync(place.path('out/labels.csv'), 'utf8').trim().split('\n').slice(1)
    expect(rows[1]).toMatch(/^A-899,/)
    expect(
      accuracy(
        labels,
        rows.map((row) => row.split(',')[1]),
      ),
    ).toBe(1)
  })

  it('are refused beside a table with another number of rows', async () => {
    const { code, stderr } = await place.run('fit', 'text.npy', 'image.npy', 'few.csv', '-k', '3', ...quick)
    expect([code, stderr]).toEqual([
      1,
      'manyview: text: has no ids but "few" has, and 60 rows for its 3: give both the same rows, or ids to all\n',
    ])
  })

  it('take the ids of --metadata, and views of other names', async () => {
    const words = ['--metadata', 'items.csv', '--id', 'sku', '--views', 'RNA=text,image']
    const { stdout } = await place.run(
      'fit',
      'text.npy',
      'image.npy',
      '-k',
      '3',
      ...words,
      ...quick,
      '--json',
      'labels',
    )
    const { views, ids } = JSON.parse(stdout)
    expect(views.map(({ name }: { name: string }) => name)).toEqual(['RNA', 'image'])
    expect(ids.slice(0, 2)).toEqual(['A-900', 'A-899'])
  })

  it('place new samples by the width of their views, and ask where it does not tell', async () => {
    await place.run('fit', 'text.npy', 'image.npy', '-k', '3', ...quick, '--model', 'two.model')
    place.file('new.npy', npy(first))
    const { code, stdout } = await place.run('assign', 'two.model', 'new.npy')
    expect([code, printed(stdout)]).toEqual([0, expect.stringContaining('new: taken for view text, which alone has')])
    place.file('newer.npy', npy(first))
    const asked = await place.run('assign', 'two.model', 'new.npy', 'newer.npy')
    expect(asked.stderr).toContain('say so, for example --views text=new')
    expect((await place.run('assign', 'two.model', 'new.npy', '--views', 'text=new')).code).toBe(0)
  })
})

describe('the command without what it used to need', () => {
  it('chooses the number of clusters without -k, and writes its files when nobody reads stdout', async () => {
    const { child, ended } = place.start(['fit', 'text.npy', 'image.npy', ...quick, '--out', 'unread'])
    child.stdout!.once('data', () => child.stdout!.destroy())
    expect((await ended).code).toBe(0)
    expect(readFileSync(place.path('unread/report.html'), 'utf8')).toContain('</html>')
    const { stdout } = await place.run('fit', 'text.npy', 'image.npy', ...quick)
    expect(stdout).toContain('-k is not given: the number of clusters is chosen (auto)')
  })

  it('names columns, and prints none of their cells, where score gets the wrong table', async () => {
    const { code, stderr } = await place.run('score', 'items.csv', 'out/labels.csv')
    expect([code, stderr]).toEqual([
      1,
      'manyview: items.csv: has no column "label" (columns: sku, title, price, url), name the column of labels "label"\n',
    ])
  })
})
