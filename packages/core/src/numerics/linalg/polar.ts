import { applyQInto, applyQTransposeInto, type Columns } from './householder.ts'
import { identity, type Matrix, matrix, transpose } from './matrix.ts'
import { type TallSvd, tallSvdInto } from './svd.ts'

/** Share of the largest singular value up to which others count as zero. */
const RANK_TOLERANCE = 1e-13

/** A former factor, computed only when a completion asks for it. */
type Guide = () => Columns

/**
 * Computes the polar factor of A = UΣVᵀ (d×k): UVᵀ, with orthonormal columns (rows when d < k). Where A has no full rank (σ ≤ 1e-13·σ₁ counts as zero) the factor
 * is not unique, and of all completions the one that turns least away from `previous` (d×k orthonormal, default identity(d, k)) is taken:
 * U₁V₁ᵀ + U₂·polar(U₂ᵀ·previous·V₂)·V₂ᵀ over the complements. What that leaves open follows identity(d, k) by the same rule. A zero matrix gives a copy of
 * `previous`; entries that are not finite give NaN. O(d·k²), no d×d matrix.
 */
export function polar(a: Matrix, previous: Matrix = identity(a.rows, a.columns)): Matrix {
  if (a.rows < a.columns) return transpose(polar(transpose(a), transpose(previous)))
  const { rows, columns } = a
  if (a.data.every((value) => value === 0)) return matrix(rows, columns, previous.data.slice())
  const asColumns = (m: Matrix): Columns => ({ rows, columns, data: transpose(m).data })
  const guides = [() => asColumns(previous), () => asColumns(identity(rows, columns))]
  const { data } = polarColumns(asColumns(a), guides, 0)
  return transpose({ rows: columns, columns: rows, data })
}

/** Computes polar(A) for tall A (overwritten); singular values up to `floor` count as zero too, and the guides complete in their order. */
function polarColumns(a: Columns, guides: Guide[], floor: number): Columns {
  const { rows, columns } = a
  const svd = tallSvdInto(a)
  const { left, right, values } = svd
  const limit = Math.max(floor, RANK_TOLERANCE * (values[0] ?? 0))
  let rank = 0
  while (rank < columns && !(values[rank] <= limit)) rank++
  const result = zeros(rows, columns)
  addProduct(result, left, right, rank)
  if (rank < columns) addCompletion(result, svd, rank, guides)
  applyQInto(svd.reflectors, result)
  return result
}

/** Adds U₂·polar(U₂ᵀ·G·V₂)·V₂ᵀ to `result`, all in the basis Q of the reflectors: there U₂ = [left₂ 0; 0 I]. */
function addCompletion(result: Columns, svd: TallSvd, rank: number, guides: Guide[]): void {
  const { rows, columns } = result
  const missing = columns - rank
  const inner = rows - rank
  const { left, right, reflectors } = svd
  const within = (guide: Guide): Columns => {
    const guideColumns = guide()
    const product = zeros(rows, missing)
    for (let c = 0; c < missing; c++)
      for (let j = 0; j < columns; j++) {
        const factor = right[(rank + c) * columns + j]
        for (let i = 0; i < rows; i++) product.data[c * rows + i] += factor * guideColumns.data[j * rows + i]
      }
    applyQTransposeInto(reflectors, product)
    const projection = zeros(inner, missing)
    for (let c = 0; c < missing; c++) {
      for (let l = 0; l < missing; l++) {
        let sum = 0
        for (let j = 0; j < columns; j++) sum += left[(rank + l) * columns + j] * product.data[c * rows + j]
        projection.data[c * inner + l] = sum
      }
      projection.data.set(product.data.subarray(c * rows + columns, (c + 1) * rows), c * inner + missing)
    }
    return projection
  }
  const completion = completeBy(
    guides.map((guide) => () => within(guide)),
    inner,
    missing,
  )
  const lifted = zeros(rows, missing)
  for (let c = 0; c < missing; c++) {
    for (let l = 0; l < missing; l++)
      for (let i = 0; i < columns; i++)
        lifted.data[c * rows + i] += completion.data[c * inner + l] * left[(rank + l) * columns + i]
    lifted.data.set(completion.data.subarray(c * inner + missing, (c + 1) * inner), c * rows + columns)
  }
  for (let j = 0; j < columns; j++)
    for (let c = 0; c < missing; c++) {
      const factor = right[(rank + c) * columns + j]
      for (let i = 0; i < rows; i++) result.data[j * rows + i] += factor * lifted.data[c * rows + i]
    }
}

/** Computes the polar factor of the first guide, completed by the others, at last by [I; 0]. */
function completeBy(guides: Guide[], rows: number, columns: number): Columns {
  const [first, ...others] = guides
  if (first === undefined) return { rows, columns, data: identity(columns, rows).data }
  return polarColumns(first(), others, RANK_TOLERANCE)
}

/** Adds Σ leftᵢ·rightᵢᵀ over the first `rank` i to the upper part of `result`. */
function addProduct(result: Columns, left: Float64Array, right: Float64Array, rank: number): void {
  const { rows, columns } = result
  for (let i = 0; i < rank; i++)
    for (let j = 0; j < columns; j++) {
      const factor = right[i * columns + j]
      for (let l = 0; l < columns; l++) result.data[j * rows + l] += factor * left[i * columns + l]
    }
}

function zeros(rows: number, columns: number): Columns {
  return { rows, columns, data: new Float64Array(rows * columns) }
}
