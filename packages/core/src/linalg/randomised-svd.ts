import type { Kernels } from '../kernels/kernels.ts'
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
  if (side <= WHOLE) subspace = largestEigen(symmetric(back(forth(identity(side)))), kept).vectors
  else {
    const gram = (rows: Matrix) => transpose(back(forth(transpose(rows))))
    const options = { kernels, random, block: 16, tolerance: 1e-7, maxRestarts: 4 }
    subspace = transpose((yield* blockLanczos(gram, side, kept, options)).vectors)
  }
  yield { stage: 'singular vectors', iteration: 1, total: 1 }
  const image = svd(forth(subspace))
  const short = multiply(subspace, image.v)
  return wide ? { u: short, s: image.s, v: image.u } : { u: image.u, s: image.s, v: short }
}

/** Both halves of a Gram matrix made equal to the last bit. */
function symmetric(a: Matrix): Matrix {
  const result = matrix(a.rows, a.columns)
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j < a.columns; j++)
      result.data[i * a.columns + j] = (a.data[i * a.columns + j] + a.data[j * a.columns + i]) / 2
  return result
}
