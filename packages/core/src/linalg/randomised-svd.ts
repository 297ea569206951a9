import type { Kernels } from '../kernels/kernels.ts'
import { ResidentMatrix } from '../kernels/resident-matrix.ts'
import type { Progress } from '../methods/method.ts'
import type { Random } from '../random/random.ts'
import { blockLanczos } from './block-lanczos.ts'
import { identity, type Matrix, matrix, multiply, transpose } from './matrix.ts'
import type { Operator } from './shifted-operator.ts'
import { svd } from './svd.ts'
import { largestEigen } from './symmetric-eigen.ts'

/** Leading singular triplets, largest first: u is rows×r, v columns×r. */
export interface TruncatedSvd {
  u: Matrix
  s: Float64Array
  v: Matrix
}

/** Sides up to this length are solved whole: their Gram matrix is small. */
const WHOLE = 400
/** Longer sides are never formed whole and turned by their Gram matrix: an eighth of the time, singular values right to about 1e-8 of the largest. */
const LONG = 50_000
/** Entries of an image of unit vectors at a time, for long sides. */
const AT_A_TIME = 1 << 25

/**
 * The `rank` leading singular triplets of an operator: a Krylov space of XᵀX (or XXᵀ, whichever is smaller) from a random start gives the subspace,
 * an SVD of that subspace's image the values. Same generator, same bytes. Cost: some ten products with 16 vectors for each filling, 4 at most.
 * Source: Musco and Musco, randomised block Krylov methods, 2015.
 */
export function* randomisedSvd(
  kernels: Kernels,
  x: Operator,
  rank: number,
  random: Random,
): Generator<Progress, TruncatedSvd> {
  const wide = x.columns > x.rows
  const side = Math.min(x.rows, x.columns)
  const kept = Math.min(rank, side)
  const forth = (w: Matrix) => (wide ? x.transposeMultiply(w) : x.multiply(w))
  const back = (g: Matrix) => (wide ? x.multiply(g) : x.transposeMultiply(g))
  let subspace: Matrix
  if (side <= WHOLE) subspace = largestEigen(symmetric(gramMatrix(x, side, wide)), kept).vectors
  else {
    const once = !wide && x.gram ? (w: Matrix) => x.gram!(w) : (w: Matrix) => back(forth(w))
    const gram = (rows: Matrix) => transpose(once(transpose(rows)))
    const options = { kernels, random, block: 16, tolerance: 1e-7, maxRestarts: 4 }
    subspace = transpose((yield* blockLanczos(gram, side, kept, options)).vectors)
  }
  yield { stage: 'singular vectors', iteration: 1, total: 1 }
  const image = imageOf(kernels, forth(subspace))
  const short = multiply(subspace, image.v)
  return wide ? { u: short, s: image.s, v: image.u } : { u: image.u, s: image.s, v: short }
}

/** XᵀX or XXᵀ, the smaller one, column by column where the other side is long. */
function gramMatrix(x: Operator, side: number, wide: boolean): Matrix {
  if (!wide && x.gram) return x.gram(identity(side))
  const gram = (w: Matrix) => (wide ? x.multiply(x.transposeMultiply(w)) : x.transposeMultiply(x.multiply(w)))
  const long = Math.max(x.rows, x.columns)
  if (long <= LONG) return gram(identity(side))
  const result = matrix(side, side)
  const step = Math.max(Math.floor(AT_A_TIME / long), 4)
  for (let first = 0; first < side; first += step) {
    const units = matrix(side, Math.min(step, side - first))
    for (let j = 0; j < units.columns; j++) units.data[(first + j) * units.columns + j] = 1
    const columns = gram(units)
    for (let i = 0; i < side; i++)
      for (let j = 0; j < units.columns; j++) result.data[i * side + first + j] = columns.data[i * units.columns + j]
  }
  return result
}

/** Singular triplets of the image of the subspace, whose columns are nearly orthogonal already. */
function imageOf(kernels: Kernels, image: Matrix): TruncatedSvd {
  if (image.rows <= LONG) return svd(image)
  const mark = kernels.mark()
  const resident = new ResidentMatrix(kernels, image)
  const { values, vectors } = largestEigen(symmetric(resident.transposeMultiply(image)), image.columns)
  const s = values.map((value) => Math.sqrt(Math.max(value, 0)))
  const turned = matrix(vectors.rows, vectors.columns)
  for (let p = 0; p < turned.data.length; p++) {
    const length = s[p % turned.columns]
    turned.data[p] = length > 0 ? vectors.data[p] / length : 0
  }
  const u = resident.multiply(turned)
  kernels.release(mark)
  return { u, s, v: vectors }
}

/** Both halves of a Gram matrix made equal to the last bit. */
function symmetric(a: Matrix): Matrix {
  const result = matrix(a.rows, a.columns)
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j < a.columns; j++)
      result.data[i * a.columns + j] = (a.data[i * a.columns + j] + a.data[j * a.columns + i]) / 2
  return result
}
