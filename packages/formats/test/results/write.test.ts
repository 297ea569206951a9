import type { DenseView } from '@manyview/core'
import { bytesSource, readDataset, readLabels, writeLabelsCsv, writeNpy, writeParquet } from '@manyview/formats'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const encode = (text: string) => new TextEncoder().encode(text)

describe('what is written is read back the same', () => {
  it('labels.csv, whatever the ids hold', async () => {
    const id = fc.string({ minLength: 1, unit: 'grapheme' })
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(id, { minLength: 1, maxLength: 8 }), async (ids) => {
        const labels = ids.map((_, i) => i)
        const bytes = encode(writeLabelsCsv({ ids, labels, confidence: labels.map((label) => label / 8) }))
        // A zero byte means binary data to every reader of text.
        if (bytes.includes(0)) return
        const back = await readLabels(bytesSource('labels.csv', bytes))
        expect(back).toMatchObject({ ids, labels: labels.map(String) })
      }),
      { seed: 5, numRuns: 300 },
    )
  })

  it('labels.csv whose ids a spreadsheet would run as formulas, which are written as texts', async () => {
    const ids = ['=HYPERLINK("x")', '+a', '-b', '@c', '\td', "'=e", "''-f", "'g", '-5', '+1.5e3', '=1']
    const text = writeLabelsCsv({ ids, labels: ids.map((_, i) => i % 2) })
    expect(text).toContain(`"'=HYPERLINK(""x"")",0,Cluster 0\n'+a,1,Cluster 1\n'-b,0,Cluster 0\n'@c,1,`)
    expect(text).toContain(
      "''=e,1,Cluster 1\n'''-f,0,Cluster 0\n'g,1,Cluster 1\n-5,0,Cluster 0\n+1.5e3,1,Cluster 1\n'=1,0,",
    )
    expect(await readLabels(bytesSource('labels.csv', encode(text)))).toMatchObject({ ids })
    // Files of others stay as they are.
    const other = await readLabels(bytesSource('b.csv', encode("name,class\n'=e,1\nb,2\n")))
    expect(other.ids).toEqual(["'=e", 'b'])
  })

  it('labels without confidence have three columns', () => {
    expect(writeLabelsCsv({ ids: ['a,b', 'c'], labels: Int32Array.from([0, 1]) })).toBe(
      'id,cluster,name\n"a,b",0,Cluster 0\nc,1,Cluster 1\n',
    )
    expect(
      writeLabelsCsv({
        ids: ['a', 'b'],
        labels: Int32Array.from([0, 1]),
        names: ['cats, dogs', 'birds'],
        outliers: [0, 1],
      }),
    ).toBe('id,cluster,name\na,0,"cats, dogs"\nb,-1,\n')
  })

  it('NPY arrays of every type', async () => {
    for (const data of [
      Float64Array.from([1.5, -2, 1e300, 4]),
      Float32Array.from([0.5, 1, 2, 3]),
      Int32Array.from([-1, 2, 3, 4]),
      Uint8Array.from([1, 2, 3, 255]),
    ]) {
      const { views } = await readDataset([bytesSource('a.npy', writeNpy(data, [2, 2]))], { samples: 'rows' })
      expect((views[0].view as DenseView).data).toEqual(data)
    }
    expect(() => writeNpy(new Float64Array(3), [2, 2])).toThrow('data: has 3 values for 2×2')
  })

  it('Parquet columns', async () => {
    const bytes = await writeParquet([
      { name: 'id', values: ['a', 'b'] },
      { name: 'm1', values: Float64Array.from([0.1, 0.2]) },
      { name: 'm2', values: Float32Array.from([0.5, 0.25]) },
      { name: 'label', values: Int32Array.from([3, 4]) },
    ])
    const data = await readDataset([bytesSource('m.parquet', bytes)])
    expect(data.ids).toEqual(['a', 'b'])
    expect(Array.from((data.views[0].view as DenseView).data)).toEqual([0.1, 0.5, 0.2, 0.25])
    expect(data.labels[0].values).toEqual(['3', '4'])
  })
})
