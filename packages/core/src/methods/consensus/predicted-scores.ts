import { type Matrix, matrix } from '../../linalg/matrix.ts'
import type { SparseMatrix } from '../../linalg/sparse-matrix.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { gatherRows } from '../../ranks/gather-rows.ts'
import { sumInTurn } from '../../ranks/sum-in-turn.ts'
import type { ScoredViews } from './view-graphs.ts'

/** Mean cosine of predicted and true scores, where both are known, from which on predictions are used: there they leave half of the squared error that the mean of the view would leave, 1 − cosine². */
const GATE = Math.SQRT1_2
/** Samples that have more than this share of the views are placed by those. */
const ENOUGH = 0.5

/** Scores with what is missing filled in where that helps. */
export interface PredictedScores {
  scores: readonly Matrix[]
  /** For each view 1 where the sample has scores, its own or predicted ones. */
  known: readonly Uint8Array[]
  /** For each view whether its scores can be predicted. */
  predictable: readonly boolean[]
}

/**
 * Predicts the scores that samples lack, where they have half of the views at most, from their neighbours in those: the weighted mean of the scores that the neighbours have in the missing view. How well that works is measured on the
 * samples that have it, unless `predictable` says so already; where it does not work nothing is filled in. `graphs` are those of the views. Ranks give and get their own rows, and have the scores of one view of all
 * samples for a while. O(links · views · r).
 */
export function predictedScores(
  { scores, speaking, weights, predictable }: ScoredViews,
  graphs: readonly SparseMatrix[],
  communicator: Communicator,
): PredictedScores {
  const filled = [...scores]
  const known = speaking.map((marks) => marks.slice())
  const lacking = lackingSamples(speaking, weights)
  const found = scores.map((own, v) => {
    if (predictable?.[v] === false) return false
    const others = graphs.flatMap((graph, u) => (u === v ? [] : [{ graph, weight: weights[u] }]))
    const all = { scores: gatherRows(communicator, own), speaking: communicator.allGather(speaking[v]) }
    const expected = expectedRows(all, others, own.rows)
    if (!predictable && alike(expected, own, speaking[v], communicator) < GATE) return false
    const result = matrix(own.rows, own.columns, own.data.slice())
    for (let i = 0; i < own.rows; i++) {
      const row = expected.data.subarray(i * own.columns, (i + 1) * own.columns)
      const length = lengthOf(row)
      if (speaking[v][i] === 1 || lacking[i] === 0 || length < 1e-12) continue
      for (let j = 0; j < own.columns; j++) result.data[i * own.columns + j] = row[j] / length
      known[v][i] = 1
    }
    filled[v] = result
    return true
  })
  return { scores: filled, known, predictable: found }
}

/** 1 for samples that have half of the views at most, by their weights. */
function lackingSamples(speaking: readonly Uint8Array[], weights: readonly number[]): Uint8Array {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return speaking[0].map((_, i) => {
    const there = speaking.reduce((sum, marks, v) => sum + weights[v] * marks[i], 0)
    return there <= ENOUGH * total ? 1 : 0
  })
}

/** For each of this rank's samples the sum of its neighbours' scores by the weight of the links; zero where none of them has any. */
function expectedRows(
  { scores: { columns, data }, speaking }: { scores: Matrix; speaking: Uint8Array },
  graphs: readonly { graph: SparseMatrix; weight: number }[],
  rows: number,
): Matrix {
  const result = matrix(rows, columns)
  for (const { graph, weight } of graphs)
    for (let i = 0; i < rows; i++)
      for (let p = graph.pointers[i]; p < graph.pointers[i + 1]; p++) {
        const other = graph.indices[p]
        if (speaking[other] === 0) continue
        const factor = weight * graph.values[p]
        for (let j = 0; j < columns; j++) result.data[i * columns + j] += factor * data[other * columns + j]
      }
  return result
}

/** Mean cosine of the rows of two matrices over the samples that are marked and have both, of all ranks; 0 where there are none. */
function alike(a: Matrix, b: Matrix, marks: Uint8Array, communicator: Communicator): number {
  const sums = new Float64Array(2)
  sumInTurn(communicator, [sums], () => {
    for (let i = 0; i < a.rows; i++) {
      const first = a.data.subarray(i * a.columns, (i + 1) * a.columns)
      const second = b.data.subarray(i * a.columns, (i + 1) * a.columns)
      const lengths = lengthOf(first) * lengthOf(second)
      if (marks[i] === 0 || lengths < 1e-12) continue
      let product = 0
      for (let j = 0; j < a.columns; j++) product += first[j] * second[j]
      sums[0] += product / lengths
      sums[1]++
    }
  })
  return sums[1] > 0 ? sums[0] / sums[1] : 0
}

function lengthOf(row: Float64Array): number {
  let square = 0
  for (let j = 0; j < row.length; j++) square += row[j] * row[j]
  return Math.sqrt(square)
}
