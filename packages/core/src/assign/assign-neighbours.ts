import type { NeighbourLists } from '../graphs/neighbour-lists.ts'
import { matrix } from '../numerics/linalg/matrix.ts'
import { exponential } from '../numerics/math/exponential.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import type { NamedMatrix } from '../views/prepare-views.ts'
import { beyondRanges } from '../views/view-transform.ts'
import type { NeighbourModel, Placing } from './model.ts'
import { type NearestTraining, NeighbourSearch } from './neighbour-search.ts'

/** New samples placed together. */
const BLOCK = 64
/** Scores are kept in single precision: two samples closer than this cannot be told apart. */
const SAME = 1e-12

/**
 * Memberships of new samples (count × clusters, rows sum to 1) by their neighbours among the training samples, in every view that they have and in all of
 * these together. A neighbour at distance d votes for its own memberships with weight exp(−d²/σ²), σ the distance to the neighbour at 7/10 of the list; votes of
 * one graph sum to 1, the views' graphs count as much together as the joint one, as in the default method's fit. A sample that a training sample equals takes
 * over its memberships. Strange is what is far from its neighbours, the more so where they do not agree, and where its values lie
 * beyond those of all training samples: rows of unit length do not show that. A row of zeros: the sample says nothing in any view. O(count · training samples · Σ rank).
 */
export function* assignByNeighbours(
  kernels: Kernels,
  model: NeighbourModel,
  views: readonly (NamedMatrix | null)[],
  samples: number,
): Generator<Progress, Placing> {
  const search = new NeighbourSearch(kernels, model)
  const memberships = matrix(samples, model.clusters)
  const strangeness = new Float64Array(samples)
  for (let begin = 0; begin < samples; begin += BLOCK) {
    const end = Math.min(begin + BLOCK, samples)
    const lists = search.nearest(views, begin, end)
    const beyond = meanBeyond(model, views, begin, end)
    for (let i = begin; i < end; i++) {
      const row = memberships.data.subarray(i * model.clusters, (i + 1) * model.clusters)
      strangeness[i] = voteInto(row, model, lists, i - begin, search) + beyond[i - begin]
    }
    yield { stage: 'assigning', iteration: end, total: samples }
  }
  return { memberships, strangeness }
}

/** How far the samples begin … end − 1 lie beyond the training samples (`beyondRanges`), the mean over the views that are there. O(entries). */
function meanBeyond(
  { parts }: NeighbourModel,
  views: readonly (NamedMatrix | null)[],
  begin: number,
  end: number,
): Float64Array {
  const mean = new Float64Array(end - begin)
  const count = views.filter((view) => view !== null).length
  for (const [p, view] of views.entries()) {
    if (!view) continue
    beyondRanges(parts[p].transform, view.data, begin, end).forEach((value, i) => {
      mean[i] += value / count
    })
  }
  return mean
}

/** The memberships of one sample of the lists into `row`; gives its strangeness, infinite where it has no neighbours. */
export function voteInto(
  row: Float64Array,
  model: NeighbourModel,
  lists: NearestTraining,
  sample: number,
  search: NeighbourSearch,
): number {
  const joint = lists[model.parts.length]
  const nearest = joint.indices[sample * joint.length]
  if (nearest < 0) return Infinity
  const having = model.parts.map(({ weight }, p) => (lists[p].indices[sample * lists[p].length] < 0 ? 0 : weight))
  const total = having.reduce((sum, weight) => sum + weight, 0)
  if (joint.distances[sample * joint.length] - search.leastDistance(total) < SAME) addInto(row, model, nearest, 1)
  else {
    having.forEach((weight, p) => {
      if (weight > 0) graphVoteInto(row, model, lists[p], sample, weight / total)
    })
    graphVoteInto(row, model, joint, sample, 1)
  }
  let sum = 0
  for (let j = 0; j < row.length; j++) sum += row[j]
  for (let j = 0; j < row.length; j++) row[j] /= sum
  const most = row.reduce((high, value) => Math.max(high, value), 0)
  return meanDistance(joint, sample) * (2 - most)
}

function meanDistance({ indices, distances, length }: NeighbourLists, sample: number): number {
  let sum = 0
  let count = 0
  for (let p = sample * length; p < (sample + 1) * length && indices[p] >= 0; p++, count++)
    sum += Math.sqrt(Math.max(distances[p], 0))
  return sum / count
}

function graphVoteInto(
  row: Float64Array,
  model: NeighbourModel,
  { indices, distances, length }: NeighbourLists,
  sample: number,
  weight: number,
): void {
  const first = sample * length
  let count = 0
  while (count < length && indices[first + count] >= 0) count++
  const scale = Math.max(distances[first + Math.max(Math.ceil(0.7 * count) - 1, 0)], 1e-12)
  // Rounding can leave a distance just below zero.
  const votes = Float64Array.from({ length: count }, (_, c) => exponential(-Math.max(distances[first + c], 0) / scale))
  const sum = votes.reduce((total, vote) => total + vote, 0)
  votes.forEach((vote, c) => {
    addInto(row, model, indices[first + c], (weight * vote) / sum)
  })
}

function addInto(row: Float64Array, { memberships }: NeighbourModel, neighbour: number, weight: number): void {
  for (let j = 0; j < row.length; j++) row[j] += weight * memberships[neighbour * row.length + j]
}
