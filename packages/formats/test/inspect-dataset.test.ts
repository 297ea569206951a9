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
        kind: 'numeric',
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
  })
})
