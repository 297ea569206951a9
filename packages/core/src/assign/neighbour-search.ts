import { NeighbourLists } from '../graphs/neighbour-lists.ts'
import { type Matrix, matrix, squaredLengths } from '../numerics/linalg/matrix.ts'
import { KernelMatrix } from '../runtime/kernels/kernel-matrix.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { NamedMatrix } from '../views/prepare-views.ts'
import { transformRows } from '../views/view-transform.ts'
import type { NeighbourModel, NeighbourView } from './model.ts'

/** Training samples looked at together: their distances to a block of new samples stay in fast memory. */
const TRAINING_BLOCK = 512
/** Squared distance of two unrelated samples in one view. */
const UNRELATED = 2

/** The training samples nearest to some new ones: one list for each of the model's views, and one for all of them together (the last). */
export type NearestTraining = NeighbourLists[]

/** Finds neighbours of new samples among the training samples, which it keeps in the kernels' memory. */
export class NeighbourSearch {
  private readonly kernels: Kernels
  private readonly model: NeighbourModel
  private readonly blocks: TrainingBlock[] = []
  private readonly squares: Float64Array[]
  /** Weight of a view in which all pairs are unrelated, where training samples lack views: else those with few shared views would look closest. */
  private readonly pseudo: number

  constructor(kernels: Kernels, model: NeighbourModel) {
    const { samples, parts } = model
    this.kernels = kernels
    this.model = model
    for (let begin = 0; begin < samples; begin += TRAINING_BLOCK) {
      const rows = Math.min(TRAINING_BLOCK, samples - begin)
      const residents = parts.map(({ scores, transform: { rank } }) => {
        const data = scores.subarray(begin * rank, (begin + rows) * rank)
        return new KernelMatrix(kernels, { rows, columns: rank, data })
      })
      this.blocks.push({ begin, rows, parts: residents })
    }
    this.squares = parts.map((part) =>
      squaredLengths({ rows: samples, columns: part.transform.rank, data: part.scores }),
    )
    const total = parts.reduce((sum, { weight }) => sum + weight, 0)
    this.pseudo = parts.some(({ present }) => present) ? total / parts.length : 0
  }

  /**
   * The nearest training samples of the new samples begin … end − 1, `views[p]` being what they have of the model's view p (null: nothing).
   * Exact; equal distances go to the first training sample. O(count · training samples · Σ rank).
   */
  nearest(views: readonly (NamedMatrix | null)[], begin: number, end: number): NearestTraining {
    const { parts, neighbours } = this.model
    const rows = parts.map(({ transform }, p) => newRows(transform, views[p], begin, end))
    return this.search(rows, end - begin, neighbours)
  }

  /** The same for some training samples among all others. */
  nearestOthers(chosen: readonly number[]): NearestTraining {
    const { parts, neighbours } = this.model
    const rows = parts.map((part) => trainingRows(part, chosen))
    return this.search(rows, chosen.length, neighbours + 1).map((list) => without(list, chosen))
  }

  private search(rows: readonly (NewRows | null)[], count: number, neighbours: number): NearestTraining {
    const { parts, samples } = this.model
    const lists = Array.from(
      { length: parts.length + 1 },
      () => new NeighbourLists(count, Math.min(neighbours, samples)),
    )
    for (const block of this.blocks) {
      const together = { sums: new Float64Array(block.rows * count), weights: new Float64Array(block.rows * count) }
      rows.forEach((given, p) => {
        if (given) this.compare(block, p, given, lists[p], together)
      })
      this.insertJoint(block, together, lists[parts.length])
    }
    return lists
  }

  /** The joint distance to a training sample that is equal in all views of a new one, which weigh `total` together. */
  leastDistance(total: number): number {
    return (UNRELATED * this.pseudo) / (total + this.pseudo)
  }

  /** Distances in one view: into its list, and added up for all views together. */
  private compare(block: TrainingBlock, p: number, given: NewRows, list: NeighbourLists, together: Together): void {
    const { weight, present: having } = this.model.parts[p]
    const { squares, present } = given
    const { sums, weights } = together
    const { limits } = list
    const count = squares.length
    const mark = this.kernels.mark()
    const out = block.parts[p].allocateResult(count)
    block.parts[p].multiplyInto(out, this.kernels.copyIn(given.transposed.data), count)
    const products = out.f64
    for (let j = 0; j < block.rows; j++) {
      const sample = block.begin + j
      if (having && having[sample] === 0) continue
      const square = this.squares[p][sample]
      for (let a = 0, at = j * count; a < count; a++, at++) {
        if (present[a] === 0) continue
        const distance = square + squares[a] - 2 * products[at]
        sums[at] += weight * distance
        weights[at] += weight
        if (distance < limits[a]) list.insert(a, sample, distance)
      }
    }
    this.kernels.release(mark)
  }

  /** Mean distances over the shared views; training samples that share none are no neighbours. */
  private insertJoint({ begin, rows }: TrainingBlock, { sums, weights }: Together, list: NeighbourLists): void {
    const { limits } = list
    const count = limits.length
    const { pseudo } = this
    for (let j = 0, at = 0; j < rows; j++)
      for (let a = 0; a < count; a++, at++) {
        if (weights[at] === 0) continue
        const distance = (sums[at] + UNRELATED * pseudo) / (weights[at] + pseudo)
        if (distance < limits[a]) list.insert(a, begin + j, distance)
      }
  }
}

interface TrainingBlock {
  begin: number
  rows: number
  parts: KernelMatrix[]
}

/** For each pair of a training sample and a new one: Σ weight · d² and Σ weight over the views that both have. */
interface Together {
  sums: Float64Array
  weights: Float64Array
}

interface NewRows {
  /** rank × count. */
  transposed: Matrix
  squares: Float64Array
  present: Uint8Array
}

function newRows(
  transform: NeighbourView['transform'],
  view: NamedMatrix | null,
  begin: number,
  end: number,
): NewRows | null {
  if (!view) return null
  const count = end - begin
  const { scores, present } = transformRows(transform, view.data, begin, end)
  if (view.present) for (let a = 0; a < count; a++) present[a] &= view.present[begin + a]
  return { ...transposedRows(scores), present }
}

function trainingRows({ scores, present, transform: { rank } }: NeighbourView, chosen: readonly number[]): NewRows {
  const subset = matrix(chosen.length, rank)
  chosen.forEach((i, a) => {
    subset.data.set(scores.subarray(i * rank, (i + 1) * rank), a * rank)
  })
  return { ...transposedRows(subset), present: Uint8Array.from(chosen, (i) => present?.[i] ?? 1) }
}

function transposedRows({ rows, columns, data }: Matrix): Omit<NewRows, 'present'> {
  const transposed = matrix(columns, rows)
  for (let a = 0; a < rows; a++) for (let c = 0; c < columns; c++) transposed.data[c * rows + a] = data[a * columns + c]
  return { transposed, squares: squaredLengths({ rows, columns, data }) }
}

/** The lists without the samples themselves, one shorter: of many copies of a sample one more is left out instead of it. */
function without(list: NeighbourLists, chosen: readonly number[]): NeighbourLists {
  const result = new NeighbourLists(chosen.length, list.length - 1)
  chosen.forEach((sample, a) => {
    for (let p = a * list.length; p < (a + 1) * list.length; p++)
      if (list.indices[p] >= 0 && list.indices[p] !== sample && list.distances[p] < result.limits[a])
        result.insert(a, list.indices[p], list.distances[p])
  })
  return result
}
