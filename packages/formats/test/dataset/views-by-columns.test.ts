import type { DenseView, SparseView } from '@manyview/core'
import { bytesSource, type ReadOptions, readDataset } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import { viewRows } from '../view-rows.ts'

const csv = (lines: string[], options: ReadOptions = {}) =>
  readDataset([bytesSource('t.csv', new TextEncoder().encode(lines.join('\n')))], options)
const shown = ({ views }: Awaited<ReturnType<typeof csv>>) =>
  views.map(({ name, view, featureNames, kind }) => ({
    name,
    rows: viewRows(view as DenseView | SparseView).flat(),
    featureNames,
    kind,
  }))

const lines = [
  'id,a1,a2,b,colour,shape,size',
  's1,1,2,3,red,round,10',
  's2,4,5,6,blue,round,20',
  's3,7,8,9,red,flat,10',
  's4,1,3,5,blue,flat,20',
]

describe('views that are made of named columns', () => {
  it('are those whose names begin alike, or those that are listed, with their values in their order', async () => {
    const found = await csv(lines, { columns: { first: 'a', second: ['b', 'size'] } })
    expect(shown(found)).toMatchObject([
      { name: 'first', rows: [1, 2, 4, 5, 7, 8, 1, 3], featureNames: ['a1', 'a2'] },
      { name: 'second', rows: [3, 10, 6, 20, 9, 10, 5, 20], featureNames: ['b', 'size'] },
    ])
    expect(found.ids).toEqual(['s1', 's2', 's3', 's4'])
  })

  it('are categories where the columns are texts, and where numbers are said to be', async () => {
    const found = await csv(lines, {
      columns: { looks: ['colour', 'shape'], sizes: ['size'] },
      kinds: { sizes: 'categorical' },
    })
    const [looks, sizes] = shown(found)
    expect(looks).toMatchObject({ name: 'looks', kind: 'categorical' })
    expect(looks.rows.length).toBe(16)
    expect(looks.rows.reduce((sum, value) => sum + value, 0)).toBe(8)
    expect([...looks.featureNames!].sort()).toEqual(['colour = blue', 'colour = red', 'shape = flat', 'shape = round'])
    expect(sizes).toMatchObject({ name: 'sizes', kind: 'categorical', rows: [1, 0, 0, 1, 1, 0, 0, 1] })
    expect(sizes.featureNames).toEqual(['size = 10', 'size = 20'])
  })

  it('are refused where they mix texts and numbers, or where a column is not there', async () => {
    await expect(csv(lines, { columns: { mix: ['b', 'colour'] } })).rejects.toThrow(
      'mix: mixes numbers, text and vectors, make one view of each',
    )
    await expect(csv(lines, { columns: { x: ['b', 'nowhere'] } })).rejects.toThrow('nowhere')
    await expect(csv(lines, { columns: { x: 'zz' } })).rejects.toThrow('zz')
  })

  it('may be a column of vectors, one per view', async () => {
    const vectors = ['id,v,w', 's1,"[1, 2]","[5]"', 's2,"[3, 4]","[6]"', 's3,"[0, 1]","[7]"']
    expect(shown(await csv(vectors, { columns: { one: ['w'], two: 'v' } }))).toMatchObject([
      { name: 'one', rows: [5, 6, 7] },
      { name: 'two', rows: [1, 2, 3, 4, 0, 1] },
    ])
    await expect(csv(vectors, { columns: { both: ['v', 'w'] } })).rejects.toThrow(
      'both: names 2 columns of vectors, make one view of each',
    )
  })
})

describe('what is said of the columns of a table', () => {
  it('names texts that become categories and keeps all others, those that differ in most samples, too', async () => {
    const long = Array.from(
      { length: 40 },
      (_, i) => `${i + 1},${(i * 7) % 11},${i % 2 ? 'red' : 'blue'},note ${i},${i % 3}`,
    )
    const found = await csv(['row,x,colour,remark,z', ...long], { categories: 'use', texts: [] })
    expect(found.notes.join('\n')).toContain('t: text columns as a view of categories: colour')
    expect(found.metadata.map(({ name }) => name)).toEqual(['remark'])
    expect(found.views.map(({ name }) => name)).toEqual(['t', 't categories'])
    const kept = await csv(['row,x,colour,remark,z', ...long], { texts: [] })
    expect(kept.metadata.map(({ name }) => name)).toEqual(['colour', 'remark'])
    expect(kept.metadata[0].values.slice(0, 3)).toEqual(['blue', 'red', 'blue'])
    const named = await csv(['row,x,colour,remark,z', ...long], { categories: ['colour'], texts: [] })
    expect(named.views.map(({ name }) => name)).toEqual(['t', 't categories'])
  })

  it('names texts about features where samples are columns', async () => {
    const genes = ['gene,type,s1,s2,s3,s4', 'g1,a,1,2,3,4', 'g2,b,5,6,7,8', 'g3,a,9,10,11,12']
    const found = await csv(genes, { samples: 'columns' })
    expect(found.notes.join('\n')).toContain('t: text about features left out: type')
    expect([found.ids, shown(found)[0].featureNames]).toEqual([
      ['s1', 's2', 's3', 's4'],
      ['g1', 'g2', 'g3'],
    ])
  })

  it('puts the labels that were asked for first, and writes numbers plainly', async () => {
    const labelled = ['x,class,label', '1,1.0,a', '2,2.0,b', '3,1.0,a', '4,2.0,b']
    expect((await csv(labelled)).labels).toEqual([
      { name: 'class', values: ['1', '2', '1', '2'] },
      { name: 'label', values: ['a', 'b', 'a', 'b'] },
    ])
    expect((await csv(labelled, { labels: 'label' })).labels[0]).toEqual({
      name: 'label',
      values: ['a', 'b', 'a', 'b'],
    })
  })

  it('refuses a table without any number', async () => {
    await expect(csv(['who,what', 'Ann,reads a long book', 'Bob,writes a short note'], { texts: [] })).rejects.toThrow(
      't.csv: no column of numbers found (columns: who, what), give at least one',
    )
  })
})
