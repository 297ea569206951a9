import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { score } from '@manyview/core'
import { normalisedMutualInformation } from '@manyview/core/metrics'
import { describe, expect, it } from 'vitest'
import { Random } from '../../src/numerics/random/random.ts'

const python = process.env.PYTHON ?? '/usr/bin/python3'
const hasPeer = spawnSync(python, ['-c', 'import sklearn, scipy']).status === 0
const peer = fileURLToPath(new URL('scores-by-sklearn.py', import.meta.url))
const seed = Number(process.env.MANYVIEW_SEED ?? 0)
const labelings = 10_000
const normalisations = ['arithmetic', 'max', 'min', 'geometric'] as const

/** Labelings of every kind: one cluster, all singletons, the same partition renamed, unmatched numbers of clusters, and anything between. */
function pair(random: Random): [truth: number[], labels: number[]] {
  const n = 1 + random.below(60)
  const draw = (): number[] => {
    const clusters = [1, n, 1 + random.below(4), 1 + random.below(30)][random.below(4)]
    return Array.from({ length: n }, (_, i) => (clusters === n ? i : random.below(clusters)))
  }
  const truth = draw()
  const change = random.below(4)
  if (change > 1) return [truth, draw()]
  return [truth, truth.map((label) => (change === 1 && random.below(5) === 0 ? random.below(9) : label + 3))]
}

describe.skipIf(!hasPeer)(`scores${hasPeer ? '' : ' (skipped: scikit-learn is missing)'}`, () => {
  it(`equal those of scikit-learn within 1e-12 on ${labelings} labelings (seed ${seed})`, () => {
    const random = new Random(seed)
    const cases = Array.from({ length: labelings }, () => pair(random))
    const input = cases.map((each) => JSON.stringify(each)).join('\n')
    const { stdout, status } = spawnSync(python, [peer], { input, encoding: 'utf8', maxBuffer: 2 ** 28 })
    expect(status).toBe(0)
    const answers = stdout.trim().split('\n')
    expect(answers.length).toBe(labelings)
    let largest = 0
    cases.forEach(([truth, labels], c) => {
      const { ari, purity, fscore, acc } = score(truth, labels)
      const nmi = normalisations.map((way) => normalisedMutualInformation(truth, labels, way))
      const theirs = JSON.parse(answers[c]) as number[]
      ;[ari, ...nmi, purity, fscore, acc].forEach((value, s) => {
        const difference = Math.abs(value - theirs[s])
        if (!(difference <= 1e-12))
          throw new Error(`score ${s}: ${value}, not ${theirs[s]}, of ${input.split('\n')[c]}`)
        largest = Math.max(largest, difference)
      })
    })
    expect(largest).toBeGreaterThan(0)
  })
})
