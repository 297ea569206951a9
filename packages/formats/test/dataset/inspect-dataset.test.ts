import { bytesSource, inspectDataset, readDataset } from '@manyview/formats'
import { describe, expect, it } from 'vitest'

const text = (name: string, content: string) => bytesSource(name, new TextEncoder().encode(content))

describe('inspectDataset(dataset)', () => {
  it('counts missing values, constant features, duplicates and what a fit holds', async () => {
    const data = await readDataset([
      text('a.csv', 'p,q,r,label\n1,5,NA,u\n2,5,0,v\n1,5,NA,u\n'),
      text('b.mtx', '%%MatrixMarket matrix coordinate integer general\n3 4 3\n1 1 2\n2 1 2\n3 3 1\n'),
    ])
    const found = inspectDataset(data)
    expect(found.samples).toBe(3)
    expect(found.labels).toEqual([{ name: 'label', classes: 2 }])
    expect(found.views).toMatchObject([
      {
        name: 'a',
        kind: 'counts',
        samples: 3,
        features: 3,
        sparse: false,
        type: 'float64',
        missing: 2,
        constantFeatures: 2,
        duplicateSamples: 1,
      },
      {
        name: 'b',
        kind: 'counts',
        features: 4,
        sparse: true,
        density: 0.25,
        missing: 0,
        constantFeatures: 2,
        duplicateSamples: 1,
      },
    ])
    expect(found.duplicateSamples).toBe(0)
    expect(found.fitBytes).toBe(2 * 8 * 9 + 2 * (12 * 3 + 4 * 3))
    expect(found.coverage).toBeNull()
  })

  it('shows which samples have which views; empty rows are missing views, not missing values', async () => {
    const data = await readDataset(
      [text('a.csv', 'id,x,y\np,1,2\nq,,NA\nr,1,2\nt,7,\n'), text('b.csv', 'id,z\np,1\nq,2\nt,2\n')],
      { join: 'outer' },
    )
    const { views, coverage, duplicateSamples } = inspectDataset(data)
    expect(views).toMatchObject([
      { name: 'a', samples: 4, present: 3, missing: 1, density: 1, kind: 'counts', duplicateSamples: 1 },
      { name: 'b', samples: 4, present: 3, missing: 0, duplicateSamples: 1 },
    ])
    expect(coverage).toEqual({
      samples: 4,
      views: [
        { name: 'a', samples: 3 },
        { name: 'b', samples: 3 },
      ],
      patterns: [
        { views: ['a', 'b'], samples: 2 },
        { views: ['a'], samples: 1 },
        { views: ['b'], samples: 1 },
      ],
    })
    expect(duplicateSamples).toBe(0)
  })
})
