import { readFileSync } from 'node:fs'
import { score } from '@manyview/core'
import {
  accuracy,
  adjustedRandIndex,
  normalisedMutualInformation,
  pairwiseFscore,
  purity,
} from '@manyview/core/metrics'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/numerics/random/random.ts'

interface Case {
  truth: number[]
  labels: number[]
  acc: number
  purity: number
  ari: number
  fscore: number | null
  nmi: Record<'arithmetic' | 'max' | 'min' | 'geometric', number>
}
const { cases } = JSON.parse(readFileSync(new URL('../fixtures/scores.json', import.meta.url), 'utf8')) as {
  cases: Case[]
}

describe('scores', () => {
  it('equal those of an independent implementation on random, trivial and unmatched labelings', () => {
    for (const { truth, labels, ...expected } of cases) {
      expect(accuracy(truth, labels)).toBeCloseTo(expected.acc, 12)
      expect(purity(truth, labels)).toBeCloseTo(expected.purity, 12)
      expect(adjustedRandIndex(truth, labels)).toBeCloseTo(expected.ari, 12)
      if (expected.fscore !== null) expect(pairwiseFscore(truth, labels)).toBeCloseTo(expected.fscore, 12)
      for (const [normalisation, value] of Object.entries(expected.nmi))
        expect(normalisedMutualInformation(truth, labels, normalisation as keyof typeof expected.nmi)).toBeCloseTo(
          value,
          12,
        )
    }
  })

  it('accuracy(truth, labels) equals the best of all matchings, tried one by one', () => {
    const random = new Random(11)
    for (let round = 0; round < 200; round++) {
      const classes = 1 + random.below(7)
      const clusters = 1 + random.below(7)
      const n = 1 + random.below(30)
      const truth = Array.from({ length: n }, () => random.below(classes))
      const labels = Array.from({ length: n }, () => random.below(clusters))
      expect(accuracy(truth, labels)).toBeCloseTo(bestByTrying(truth, labels), 14)
    }
  })

  it('score gives 1 for the same partition under other names, also as text', () => {
    const truth = ['b', 'b', 'a', 'c', 'c', 'c']
    expect(score(truth, [5, 5, 0, 2, 2, 2])).toEqual({ acc: 1, nmi: 1, purity: 1, ari: 1, fscore: 1 })
  })

  it('one cluster against one cluster, and singletons against singletons, agree fully', () => {
    expect(score([0, 0, 0], [1, 1, 1])).toEqual({ acc: 1, nmi: 1, purity: 1, ari: 1, fscore: 1 })
    expect(score([0, 1, 2], [2, 0, 1])).toEqual({ acc: 1, nmi: 1, purity: 1, ari: 1, fscore: 1 })
    expect(score([0], [0])).toEqual({ acc: 1, nmi: 1, purity: 1, ari: 1, fscore: 1 })
  })

  it('one cluster against singletons tells nothing: nmi, ari and fscore are 0', () => {
    expect(score([0, 0, 0, 0], [0, 1, 2, 3])).toEqual({ acc: 0.25, nmi: 0, purity: 1, ari: 0, fscore: 0 })
    expect(score([0, 1, 2, 3], [0, 0, 0, 0])).toEqual({ acc: 0.25, nmi: 0, purity: 0.25, ari: 0, fscore: 0 })
  })

  it('refuses labelings of different or no length with both numbers', () => {
    expect(() => score([0, 1], [0, 1, 2])).toThrow('labels: the two labelings have 2 and 3 samples')
    expect(() => score([], [])).toThrow('at least one')
  })
})

/** The largest number of agreements over every injective map of clusters to classes, divided by n. */
function bestByTrying(truth: number[], labels: number[]): number {
  const classes = [...new Set(truth)]
  const clusters = [...new Set(labels)]
  const table = clusters.map((cluster) =>
    classes.map((klass) => truth.filter((t, i) => t === klass && labels[i] === cluster).length),
  )
  /** The best of the clusters from `position` on; `used` has a bit for every class that is taken. */
  const visit = (position: number, used: number): number => {
    if (position === clusters.length) return 0
    let best = visit(position + 1, used)
    for (let klass = 0; klass < classes.length; klass++)
      if (!(used & (1 << klass)))
        best = Math.max(best, table[position][klass] + visit(position + 1, used | (1 << klass)))
    return best
  }
  return visit(0, 0) / truth.length
}
