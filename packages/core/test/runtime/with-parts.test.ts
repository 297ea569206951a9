import { cluster, type Progress } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { consensus } from '../../src/consensus/method.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { withParts } from '../../src/runtime/with-parts.ts'

const step = (stage: string): Progress => ({ stage, iteration: 1, total: 1 })

describe('the parts of a fit', () => {
  it('follow one another by the stages that they tell, and a stage that two have does not lead ahead', () => {
    const parts = [
      { kind: 'a', stages: ['order', 'eigenvectors'], seconds: 1 },
      { kind: 'b', stages: ['neighbours'], seconds: 1 },
      { kind: 'c', stages: ['eigenvectors', 'members'], seconds: 1 },
    ]
    const told = withParts(parts)
    const stages = ['order', 'eigenvectors', 'unknown', 'neighbours', 'order', 'eigenvectors', 'members', 'neighbours']
    expect(stages.map((stage) => told(step(stage)).work?.at)).toEqual([0, 0, 0, 1, 1, 2, 2, 2])
    expect(withParts(undefined)(step('order'))).toEqual(step('order'))
  })

  it.each(['full', 'fast'] as const)(
    'are all reached by the default method, effort %s, the number chosen or given',
    async (effort) => {
      const random = new Random(3)
      const rows = Array.from({ length: 90 }, (_, i) => [0, 1, 2].map((j) => (i % 3 === j ? 4 : 0) + random.uniform()))
      for (const clusters of [3, { from: 2, to: 4 }]) {
        const seen = new Set<number>()
        let all = 0
        await cluster(
          { rows, same: rows.map((row) => row.slice(1)) },
          {
            clusters,
            effort,
            onProgress({ work }) {
              if (!work) return
              seen.add(work.at)
              all = work.parts.length
            },
          },
        )
        expect([...seen]).toEqual(Array.from({ length: all }, (_, part) => part))
      }
    },
  )

  it('cost more with more samples', () => {
    const options = { effort: 'full', neighbours: 10, sample: null }
    const seconds = (samples: number) =>
      consensus
        .estimate({ samples, features: [50, 50], clusters: 5, options })
        .parts!.reduce((sum, part) => sum + part.seconds, 0)
    expect(seconds(20_000)).toBeGreaterThan(5 * seconds(2000))
  })
})
