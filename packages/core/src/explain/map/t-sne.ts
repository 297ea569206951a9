import { type Matrix, matrix } from '../../numerics/linalg/matrix.ts'
import { squaredDistances } from '../../numerics/linalg/squared-distances.ts'
import { exponential } from '../../numerics/math/exponential.ts'
import { logarithm } from '../../numerics/math/logarithm.ts'
import type { Random } from '../../numerics/random/random.ts'
import type { Kernels } from '../../runtime/kernels/kernels.ts'
import type { Progress } from '../../runtime/progress.ts'
import { principalScores } from './principal-scores.ts'
import { rotateToWidest } from './rotate-to-widest.ts'

/** Neighbours that a sample counts with, roughly; fewer where there are under 91 samples. */
const PERPLEXITY = 30
const STEPS = 1000
/** Steps in which the attraction is twelve times too strong, so that groups form before they are kept apart. */
const EARLY = 250
const EXAGGERATION = 12

/**
 * t-SNE of n points (n×p): places in the plane (n×2), widest from left to right, in which near points stay near. Exact, no tree: O(n²) a step and memory
 * 1.5·n², for up to a few thousand points. Starts from the two leading principal components; `random` serves those only. Yields after every step.
 * Source: van der Maaten and Hinton, Visualizing Data using t-SNE, JMLR 2008; start and step size as Kobak and Berens, 2019, found them to work.
 */
export function* tSne(kernels: Kernels, points: Matrix, random: Random): Generator<Progress, Matrix> {
  const n = points.rows
  if (n < 3) return matrix(n, 2)
  const joint = jointProbabilities(squaredDistances(kernels, points))
  yield { stage: 'map', iteration: 0, total: STEPS }
  const place = smallStart(yield* principalScores(kernels, points, 2, random), 1e-4)
  const [speed, gain, force] = [new Float64Array(2 * n), new Float64Array(2 * n).fill(1), new Float64Array(2 * n)]
  const rate = Math.max(n / EXAGGERATION / 4, 50)
  for (let step = 1; step <= STEPS; step++) {
    const early = step <= EARLY
    forcesInto(force, place, joint, early ? EXAGGERATION : 1)
    for (let p = 0; p < 2 * n; p++) {
      gain[p] = Math.max(speed[p] * force[p] < 0 ? gain[p] + 0.2 : gain[p] * 0.8, 0.01)
      speed[p] = (early ? 0.5 : 0.8) * speed[p] - rate * gain[p] * force[p]
      place[p] += speed[p]
    }
    yield { stage: 'map', iteration: step, total: STEPS }
  }
  return rotateToWidest(matrix(n, 2, place))
}

/** p_ij = (p_j|i + p_i|j)/2n of all pairs i < j, one after the other, with the width of each point's Gaussian set so that its entropy is log(perplexity). */
function jointProbabilities({ rows: n, data }: Matrix): Float64Array {
  const entropy = logarithm(Math.min(PERPLEXITY, (n - 1) / 3))
  const joint = new Float64Array((n * (n - 1)) / 2)
  const row = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    conditionalInto(row, data.subarray(i * n, (i + 1) * n), i, entropy)
    for (let j = 0; j < n; j++) if (j !== i) joint[pairPlace(n, Math.min(i, j), Math.max(i, j))] += row[j] / (2 * n)
  }
  return joint
}

function pairPlace(n: number, i: number, j: number): number {
  return i * n - (i * (i + 1)) / 2 + j - i - 1
}

/** Halving of the width (as its inverse) until the entropy is `wanted`; distances count from the nearest, so that nothing underflows. */
function conditionalInto(row: Float64Array, squares: Float64Array, self: number, wanted: number): void {
  let nearest = Infinity
  for (let j = 0; j < row.length; j++) if (j !== self) nearest = Math.min(nearest, squares[j])
  let [low, high, sharpness] = [0, Infinity, 1]
  for (let halving = 0; halving < 100; halving++) {
    let [sum, weighted] = [0, 0]
    for (let j = 0; j < row.length; j++) {
      row[j] = j === self ? 0 : exponential(-(squares[j] - nearest) * sharpness)
      sum += row[j]
      weighted += row[j] * (squares[j] - nearest)
    }
    for (let j = 0; j < row.length; j++) row[j] /= sum
    const excess = logarithm(sum) + (sharpness * weighted) / sum - wanted
    if (Math.abs(excess) < 1e-5) return
    if (excess > 0) [low, sharpness] = [sharpness, high === Infinity ? 2 * sharpness : (sharpness + high) / 2]
    else [high, sharpness] = [sharpness, (sharpness + low) / 2]
  }
}

/** The gradient of the Kullback–Leibler divergence between the joint probabilities and those of the map (Student's t, one degree of freedom). */
function forcesInto(force: Float64Array, place: Float64Array, joint: Float64Array, exaggeration: number): void {
  const n = place.length / 2
  const repulsion = new Float64Array(2 * n)
  let total = 0
  force.fill(0)
  for (let i = 0, pair = 0; i < n; i++)
    for (let j = i + 1; j < n; j++, pair++) {
      const [dx, dy] = [place[2 * i] - place[2 * j], place[2 * i + 1] - place[2 * j + 1]]
      const near = 1 / (1 + dx * dx + dy * dy)
      total += 2 * near
      const pull = exaggeration * joint[pair] * near
      force[2 * i] += pull * dx
      force[2 * i + 1] += pull * dy
      force[2 * j] -= pull * dx
      force[2 * j + 1] -= pull * dy
      const push = near * near
      repulsion[2 * i] += push * dx
      repulsion[2 * i + 1] += push * dy
      repulsion[2 * j] -= push * dx
      repulsion[2 * j + 1] -= push * dy
    }
  for (let p = 0; p < 2 * n; p++) force[p] = 4 * (force[p] - repulsion[p] / total)
}

/** Centred, with the given deviation along the first axis. */
function smallStart({ rows, columns, data }: Matrix, deviation: number): Float64Array {
  const place = new Float64Array(2 * rows)
  for (let axis = 0; axis < Math.min(2, columns); axis++) {
    let mean = 0
    for (let i = 0; i < rows; i++) mean += data[i * columns + axis] / rows
    for (let i = 0; i < rows; i++) place[2 * i + axis] = data[i * columns + axis] - mean
  }
  let square = 0
  for (let i = 0; i < rows; i++) square += (place[2 * i] * place[2 * i]) / rows
  return square > 0 ? place.map((value) => (value * deviation) / Math.sqrt(square)) : place
}
