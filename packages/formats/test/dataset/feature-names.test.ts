import { bytesSource, readDataset } from '@manyview/formats'
import { describe, expect, it } from 'vitest'

const text = (name: string, content: string) => bytesSource(name, new TextEncoder().encode(content))

describe('names of features', () => {
  it('are the header of a table, without ids and labels', async () => {
    const { views } = await readDataset([text('a.csv', 'id,height,mass,label\nx,1,2,c\ny,2,3,c\nz,3,5,d\nw,4,6,d\n')])
    expect(views.map(({ featureNames }) => featureNames)).toEqual([['height', 'mass']])
  })

  it('are those of the columns that make a view', async () => {
    const { views } = await readDataset([text('a.csv', 'a_1,b_1,a_2\n1,2,3\n4,5,7\n2,9,1\n')], {
      columns: { a: 'a_', b: ['b_1'] },
    })
    expect(views.map(({ featureNames }) => featureNames)).toEqual([['a_1', 'a_2'], ['b_1']])
  })

  it('name column and level of categories', async () => {
    const { views } = await readDataset(
      [text('a.csv', 'id,size,colour,shape\n1,5,red,x\n2,6,blue,y\n3,7,red,x\n4,8,blue,y\n')],
      { categories: 'use' },
    )
    expect(views.map(({ featureNames }) => featureNames)).toEqual([
      ['size'],
      ['colour = red', 'colour = blue', 'shape = x', 'shape = y'],
    ])
  })

  it('are not there where a file has none', async () => {
    const { views } = await readDataset([text('a.csv', '1,2\n3,4\n5,7\n')])
    expect(views[0]).not.toHaveProperty('featureNames')
  })
})
