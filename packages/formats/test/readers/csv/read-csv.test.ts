import type { DenseView } from '@manyview/core'
import { bytesSource, readDataset } from '@manyview/formats'
import { describe, expect, it } from 'vitest'

const source = (text: string, name = 'a.csv') => bytesSource(name, new TextEncoder().encode(text))
const read = (text: string, options = {}, name = 'a.csv') => readDataset([source(text, name)], options)
const numbers = async (text: string, name = 'a.csv') =>
  Array.from(((await read(text, {}, name)).views[0].view as DenseView).data)

describe('delimited text', () => {
  it('numbers come out as Number() would read them, bit for bit', async () => {
    const fields = [
      '0.1',
      '-0',
      '1e22',
      '1e23',
      '123456789012345',
      '1234567890123456789',
      '2.2250738585072014e-308',
      '.5',
      '5.',
      '+7',
      '1E-7',
      '0.30000000000000004',
      '9007199254740993',
    ]
    expect(await numbers(`${fields.join(',')}\n${fields.join(',')}\n`)).toEqual([...fields, ...fields].map(Number))
  })

  it('the usual words for a missing value are NaN, and infinity stays', async () => {
    expect(await numbers('a,b,c,d\n1,NA,nan,\n?,null,-inf,Infinity\n')).toEqual([
      1,
      NaN,
      NaN,
      NaN,
      NaN,
      NaN,
      -Infinity,
      Infinity,
    ])
  })

  it('commas, tabs, semicolons and runs of spaces separate fields', async () => {
    for (const text of ['1,2\n3,4', '1\t2\n3\t4', '1;2\n3;4', ' 1   2\n3 4  \n'])
      expect(await numbers(text)).toEqual([1, 2, 3, 4])
  })

  it('a row with more or fewer fields is named with both numbers', async () => {
    await expect(read('1,2\n3,4\n5\n')).rejects.toThrow('row 3 has 1 field but the others have 2')
    await expect(read('1,2\n3,4,5\n')).rejects.toThrow('row 2 has 3 fields but the others have 2')
  })

  it('a column named id, or a first column of different words, holds the ids', async () => {
    expect((await read('x,id\n1,a\n2,b\n')).ids).toEqual(['a', 'b'])
    expect((await read('gene,x\nBRCA1,1\nTP53,2\n')).ids).toEqual(['BRCA1', 'TP53'])
    expect((await read(',0,1\n10,5,6\n11,7,8\n')).ids).toEqual(['10', '11'])
    expect((await read('a 1 2\nb 3 4\n')).ids).toEqual(['a', 'b'])
  })

  it('a header that lacks the name of the row names is understood', async () => {
    const data = await read('x y\nr1 1 2\nr2 3 4\n')
    expect(data.ids).toEqual(['r1', 'r2'])
    expect(data.views[0].view.features).toBe(2)
  })

  it('a column named label, class or y is no feature, but y beside x is', async () => {
    const labelled = await read('f,g,class\n1,2,0\n3,4,1\n5,6,0\n')
    expect([labelled.views[0].view.features, labelled.labels[0].values]).toEqual([2, ['0', '1', '0']])
    expect((await read('x,y\n1,2\n3,4\n')).views[0].view.features).toBe(2)
    expect((await read('f,y\n1,0.5\n3,0.7\n')).views[0].view.features).toBe(2)
  })

  it('a number column with many words far down becomes text and the rest stays', async () => {
    const rows = Array.from({ length: 500 }, (_, i) => `${i / 2},${i > 400 ? 'oops' : i % 2}`)
    const data = await read(`a,b\n${rows.join('\n')}\n`)
    expect(data.views[0].view.features).toBe(1)
    expect(data.labels[0].name).toBe('b')
  })

  it('text columns are metadata, or on request one sparse view of categories', async () => {
    const table =
      'id,size,colour,shape\n1,5,red,round\n2,6,blue,\n3,7,red,round\n4,8,red,square\n5,9,blue,square\n6,9,blue,square\n'
    const plain = await read(table)
    expect(plain.views.map(({ name }) => name)).toEqual(['a'])
    expect(plain.labels).toEqual([])
    expect(plain.metadata).toEqual([
      { name: 'colour', values: ['red', 'blue', 'red', 'red', 'blue', 'blue'] },
      { name: 'shape', values: ['round', '', 'round', 'square', 'square', 'square'] },
    ])
    expect((await read(table, { labels: 'colour' })).labels).toEqual([plain.metadata[0]])
    const data = await read(table, { categories: 'use' })
    expect(data.views.map(({ name, kind }) => [name, kind])).toEqual([
      ['a', 'counts'],
      ['a categories', 'categorical'],
    ])
    expect(data.views[1].view).toMatchObject({
      features: 4,
      indices: Uint32Array.from([0, 2, 1, 0, 2, 0, 3, 1, 3, 1, 3]),
      pointers: Uint32Array.from([0, 2, 3, 5, 7, 9, 11]),
    })
  })

  it('text columns that are named become a view of categories, the others stay metadata', async () => {
    const table = 'id,size,colour,shape\n1,5,red,a\n2,6,blue,b\n3,7,red,a\n4,8,red,b\n5,9,blue,a\n6,9,blue,b\n'
    const data = await read(table, { categories: ['shape'] })
    expect(data.views.map(({ name, featureNames }) => [name, featureNames])).toEqual([
      ['a', ['size']],
      ['a categories', ['shape = a', 'shape = b']],
    ])
    expect(data.metadata.map(({ name }) => name)).toEqual(['colour'])
    await expect(read(table, { categories: ['form'] })).rejects.toThrow('categories: there is no column "form"')
    await expect(read(table, { categories: ['size'] })).rejects.toThrow('column "size" holds numbers')
  })

  it('views are picked out of one table by prefix or by list', async () => {
    const text = 'id,t_1,t_2,i_1,i_2,z\na,1,2,3,4,5\nb,6,7,8,9,10\n'
    const data = await read(text, { columns: { text: 't_', image: ['i_2', 'i_1'] } })
    expect(data.views.map(({ name, view }) => [name, Array.from((view as DenseView).data)])).toEqual([
      ['text', [1, 2, 6, 7]],
      ['image', [3, 4, 8, 9]],
    ])
    await expect(read(text, { columns: { other: 'q_' } })).rejects.toThrow(
      'columns.other: there is no column "q_…", there are id, t_1, t_2',
    )
  })

  it('quoted fields may hold delimiters, quotes and line breaks', async () => {
    expect((await read('id,v\n"a, ""b""\nc",1\nd,2\n')).ids).toEqual(['a, "b"\nc', 'd'])
    await expect(read('id,v\n"a,1\n')).rejects.toThrow('opens a quote that is never closed')
  })

  it('text wider than the part that is looked at first is read whole', async () => {
    const width = 60_000
    const row = Array.from({ length: width }, (_, j) => String(j)).join(',')
    expect((await read(`${row}\n${row}\n${row}`)).views[0].view).toMatchObject({ samples: 3, features: width })
  })

  it('records that lie across the parts in which a large file is read are whole', async () => {
    const rows = Array.from({ length: 120_000 }, (_, i) => `"id ${i}",${i / 2},${i / 8},word${i % 3}`)
    const data = await read(`id,a,b,label\n${rows.join('\n')}\n`)
    const view = data.views[0].view as DenseView
    expect([data.samples, view.data[2 * 119_999], view.data[2 * 77_777 + 1]]).toEqual([
      120_000,
      119_999 / 2,
      77_777 / 8,
    ])
    expect(data.ids![99_999]).toBe('id 99999')
    expect(data.labels[0].values[119_999]).toBe('word2')
  })
})
