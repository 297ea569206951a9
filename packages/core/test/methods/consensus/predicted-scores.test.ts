import { describe, expect, it } from 'vitest'
import { type Matrix, matrix } from '../../../src/linalg/matrix.ts'
import type { SparseMatrix } from '../../../src/linalg/sparse-matrix.ts'
import { predictedScores } from '../../../src/methods/consensus/predicted-scores.ts'
import { normal } from '../../../src/random/normal.ts'
import { Random } from '../../../src/random/random.ts'
import { oneProcess } from '../../../src/ranks/one-process.ts'

const SAMPLES = 60

/** Links every sample with all others of its group. */
function groupGraph(groups: readonly number[]): SparseMatrix {
  const lists = groups.map((group, i) => [...groups.keys()].filter((j) => j !== i && groups[j] === group))
  const pointers = Uint32Array.from({ length: groups.length + 1 }, (_, i) =>
    lists.slice(0, i).reduce((sum, list) => sum + list.length, 0),
  )
  const indices = Uint32Array.from(lists.flat())
  return { rows: SAMPLES, columns: SAMPLES, indices, pointers, values: new Float64Array(indices.length).fill(1) }
}

/** Unit rows near the direction of each group. */
function scoresOf(groups: readonly number[], noise: number, random: Random): Matrix {
  const scores = matrix(groups.length, 5)
  groups.forEach((group, i) => {
    const row = scores.data.subarray(5 * i, 5 * i + 5)
    row.forEach((_, j) => {
      row[j] = (j === group ? 1 : 0) + noise * normal(random)
    })
    const length = Math.hypot(...row)
    row.forEach((value, j) => {
      row[j] = value / length
    })
  })
  return scores
}

const groups = Array.from({ length: SAMPLES }, (_, i) => i % 3)
const everyone = new Uint8Array(SAMPLES).fill(1)
const some = everyone.map((_, i) => (i % 4 === 0 ? 0 : 1))
const graph = groupGraph(groups)

function example(noise: number) {
  const random = new Random(6)
  const whole = scoresOf(groups, noise, random)
  const second = matrix(SAMPLES, 5, whole.data.slice())
  for (let i = 0; i < SAMPLES; i++) if (some[i] === 0) second.data.fill(0, 5 * i, 5 * i + 5)
  const first = scoresOf(groups, 0.1, random)
  const views = { scores: [first, second], wide: [first, second], speaking: [everyone, some], weights: [1, 1] }
  return { whole, views: { ...views, incomplete: true } }
}

describe('predictedScores(views, graphs, communicator)', () => {
  it('fills in what neighbours in the other view have, unit rows, and leaves what is there', () => {
    const { whole, views } = example(0.1)
    const { scores, known, predictable } = predictedScores(views, [graph, graph], oneProcess)
    expect(predictable).toEqual([true, true])
    expect(known[1]).toEqual(everyone)
    for (let i = 0; i < SAMPLES; i++) {
      const row = scores[1].data.subarray(5 * i, 5 * i + 5)
      expect(Math.hypot(...row)).toBeCloseTo(1, 12)
      expect(row[groups[i]]).toBeGreaterThan(0.8)
      if (some[i] === 1) expect(row).toEqual(whole.data.subarray(5 * i, 5 * i + 5))
    }
    expect(scores[0]).toEqual(views.scores[0])
  })

  it('fills in nothing where the neighbours do not tell', () => {
    const { views } = example(20)
    const { scores, known, predictable } = predictedScores(views, [graph, graph], oneProcess)
    expect(predictable[1]).toBe(false)
    expect(known[1]).toEqual(some)
    expect(scores[1]).toEqual(views.scores[1])
  })

  it('fills in nothing where neighbours tell less than half of what there is to tell', () => {
    // Mean cosines of about 0.85 and 0.57.
    expect(predictedScores(example(0.25).views, [graph, graph], oneProcess).predictable[1]).toBe(true)
    expect(predictedScores(example(0.6).views, [graph, graph], oneProcess).predictable[1]).toBe(false)
  })

  it('leaves samples alone that have more than half of the views', () => {
    const { views } = example(0.1)
    const three = {
      ...views,
      scores: [...views.scores, views.scores[0]],
      wide: [...views.wide, views.wide[0]],
      speaking: [everyone, some, everyone],
      weights: [1, 1, 1],
    }
    expect(predictedScores(three, [graph, graph, graph], oneProcess).known[1]).toEqual(some)
  })
})
