import { type Matrix, matrix } from '../numerics/linalg/matrix.ts'
import { concatenateColumns } from '../numerics/linalg/scale.ts'
import type { Random } from '../numerics/random/random.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import { principalScores } from './map/principal-scores.ts'
import type { ViewScores } from './view-scores.ts'

/** Share of the clusters in squared distances, against all views together, where they are pulled apart. */
const PULL = 1 / 16

/** Directions kept: distances cost as much as there are, and the map needs no more. */
const DIRECTIONS = 30

/**
 * What the map of n samples is made of (n × at most 30): the principal scores of every view, each with the same total spread. A sample that lacks views is placed by those it has. With `apart`,
 * the cluster of each sample, clusters are pulled apart by a little of what they are, which is no longer a picture of the data alone.
 */
export function* mapPoints(
  kernels: Kernels,
  views: readonly ViewScores[],
  samples: number,
  apart: Int32Array | null,
  random: Random,
): Generator<Progress, Matrix> {
  const has = new Float64Array(samples)
  for (const { place } of views) for (const i of place) has[i]++
  const parts = views.map(({ place, scores }) => {
    const spread = withSpread(scores, 1)
    const all = matrix(samples, scores.columns)
    place.forEach((sample, row) => {
      const scale = Math.sqrt(views.length / has[sample])
      for (let j = 0; j < scores.columns; j++)
        all.data[sample * scores.columns + j] = spread.data[row * scores.columns + j] * scale
    })
    return all
  })
  if (apart) parts.push(withSpread(indicators(apart), views.length * PULL))
  return yield* principalScores(kernels, concatenateColumns(parts), DIRECTIONS, random.split(views.length + 1))
}

/** One column per cluster, 1 where a sample is in it. */
function indicators(labels: Int32Array): Matrix {
  const result = matrix(labels.length, 1 + labels.reduce((most, label) => Math.max(most, label), 0))
  labels.forEach((label, i) => {
    result.data[i * result.columns + label] = 1
  })
  return result
}

/** The points about their mean, scaled to a mean squared length of `square`. */
function withSpread(points: Matrix, square: number): Matrix {
  const { rows, columns, data } = points
  const mean = new Float64Array(columns)
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) mean[j] += data[i * columns + j] / rows
  const centred = data.map((value, p) => value - mean[p % columns])
  let total = 0
  for (const value of centred) total += value * value
  const scale = total > 0 ? Math.sqrt((square * rows) / total) : 0
  return { rows, columns, data: centred.map((value) => value * scale) }
}
