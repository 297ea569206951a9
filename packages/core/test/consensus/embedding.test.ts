import { describe, expect, it } from 'vitest'
import { basisSize, embed, partColumns, partMatrix } from '../../src/consensus/embedding.ts'
import { graphComponents } from '../../src/graphs/graph-components.ts'
import type { Matrix } from '../../src/numerics/linalg/matrix.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { plainRuntime } from '../plain-runtime.ts'
import { placedGroups } from './placed-groups.ts'

const kernels = await Kernels.load()

describe('basisSize(samples, clusters)', () => {
  it('is 2k, at least 30, at most a third of the samples, but k where that is more', () => {
    expect([basisSize(1000, 5), basisSize(1000, 100), basisSize(60, 5), basisSize(60, 40), basisSize(3, 3)]).toEqual([
      30, 200, 20, 40, 2,
    ])
  })
})

describe('partColumns(components, clusters)', () => {
  const components = { labels: Int32Array.of(0, 1, 0, 2, 2, 0), sizes: [3, 1, 2] }

  it('gives each part of two or more samples a column, in which its samples have 2', () => {
    const parts = partColumns(components, 2)!
    expect(parts).toEqual({ columns: Int32Array.of(0, -1, 0, 1, 1, 0), count: 2 })
    expect([...partMatrix(parts).data]).toEqual([2, 0, 0, 0, 2, 0, 0, 2, 0, 2, 2, 0])
  })

  it('is null where there are more such parts than clusters, or only one', () => {
    expect(partColumns(components, 1)).toBeNull()
    expect(partColumns({ labels: Int32Array.of(0, 0, 1), sizes: [2, 1] }, 5)).toBeNull()
  })
})

describe('embed(rt, embedded)', () => {
  it.each([
    ['lie apart', true],
    ['are linked', false],
  ])(
    'places samples by coordinates of length 1 and scores of the features, beside their parts, which %s',
    (_, apart) => {
      const embedded = placedGroups(kernels, 6, apart)
      const count = apart ? 4 : 0
      expect(graphComponents(embedded.graph).sizes).toHaveLength(apart ? 4 : 1)
      const { points, split } = runToEnd(embed(plainRuntime(kernels, new Random(1)), embedded))
      const { columns, data } = points as Matrix
      expect([split, columns]).toEqual([30 + count, 30 + count + 6 + count])
      for (let i = 0; i < 320; i++) {
        const row = data.subarray(i * columns, (i + 1) * columns)
        expect(Math.hypot(...row.subarray(0, 30))).toBeCloseTo(1, 12)
        for (const end of [split, columns])
          expect([...row.subarray(end - count, end)]).toEqual(
            Array.from({ length: count }, (_, part) => (part === i % 4 ? 2 : 0)),
          )
      }
    },
  )
})
