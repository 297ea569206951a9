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
        expect(back).toEqual({ ids, labels: labels.map(String) })
      }),
      { seed: 5, numRuns: 300 },
    )
  })

  it('labels without confidence have two columns', () => {
    expect(writeLabelsCsv({ ids: ['a,b', 'c'], labels: Int32Array.from([0, 1]) })).toBe('id,label\n"a,b",0\nc,1\n')
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
