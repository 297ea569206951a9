import type { Matrix } from '../numerics/linalg/matrix.ts'
import { type RobustScale, robustScale } from '../numerics/math/median.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import { voteInto } from './assign-neighbours.ts'
import type { NeighbourModel } from './model.ts'
import { NeighbourSearch } from './neighbour-search.ts'

/** What is usual among the training samples, and what only 1 in 100 of them goes beyond. */
export interface TypicalDistances extends RobustScale {
  most: number
}

const RARE = 0.01
/** Training samples that are looked at: enough for a median and for what is rare. */
const LOOKED_AT = 500
const BLOCK = 64

/** How strange training samples of a neighbour model are, each placed by the others; of 500 of them at even distances. O(500 · samples · Σ rank). */
export function* typicalDistances(kernels: Kernels, model: NeighbourModel): Generator<Progress, TypicalDistances> {
  const { samples, clusters } = model
  const total = Math.min(LOOKED_AT, samples)
  const chosen = Array.from({ length: total }, (_, i) => Math.floor((i * samples) / total))
  const distances: number[] = []
  const mark = kernels.mark()
  const search = new NeighbourSearch(kernels, model)
  for (let begin = 0; begin < total; begin += BLOCK) {
    const block = chosen.slice(begin, begin + BLOCK)
    const lists = search.nearestOthers(block)
    block.forEach((_, a) => {
      distances.push(voteInto(new Float64Array(clusters), model, lists, a, search))
    })
    yield { stage: 'model', iteration: begin + block.length, total }
  }
  kernels.release(mark)
  return usualOf(Float64Array.from(distances))
}

/** The same where clusters are known by their centres: distances of the points (n×d) from the centre of their own cluster. O(n·d). */
export function typicalDistance(
  { rows, columns, data }: Matrix,
  labels: Int32Array,
  centres: Matrix,
): TypicalDistances {
  const distances = new Float64Array(rows)
  for (let i = 0; i < rows; i++) {
    let square = 0
    for (let j = 0; j < columns; j++) {
      const difference = data[i * columns + j] - centres.data[labels[i] * columns + j]
      square += difference * difference
    }
    distances[i] = Math.sqrt(square / columns)
  }
  return usualOf(distances)
}

/** Of samples that say nothing nobody knows how strange they are. */
function usualOf(strangeness: Float64Array): TypicalDistances {
  const finite = strangeness.filter(Number.isFinite).sort()
  if (finite.length === 0) return { middle: 0, spread: 0, most: 0 }
  return { ...robustScale(finite), most: finite[Math.ceil((1 - RARE) * finite.length) - 1] }
}
