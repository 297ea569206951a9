import type { Progress } from '../methods/method.ts'
import type { Random } from '../random/random.ts'
import { type BlockLanczosOptions, blockLanczos } from './block-lanczos.ts'
import { identity, type Matrix, matrix, multiply, transpose } from './matrix.ts'
import { svd } from './svd.ts'
import { symmetricEigen } from './symmetric-eigen.ts'

/** A rows×columns matrix that is only known by its products: X·W and Xᵀ·G. */
export interface Operator {
  readonly rows: number
  readonly columns: number
  multiply(w: Matrix): Matrix
  transposeMultiply(g: Matrix): Matrix
}

/** Leading singular triplets, largest first: u is rows×r, v columns×r. */
export interface TruncatedSvd {
  u: Matrix
  s: Float64Array
  v: Matrix
}

/** Sides up to this length are solved whole: their Gram matrix is small. */
const WHOLE = 200

/**
 * The `rank` leading singular triplets of an operator: a Krylov space of XᵀX (or XXᵀ, whichever is smaller) from a random start gives the subspace,
 * an SVD of that subspace's image the values. Same generator, same bytes. Cost: some tens of products with rank + 10 vectors.
 * Source: Musco and Musco, randomised block Krylov methods, 2015.
 */
export function* randomisedSvd(
  x: Operator,
  rank: number,
  random: Random,
  products?: BlockLanczosOptions['products'],
): Generator<Progress, TruncatedSvd> {
  const wide = x.columns > x.rows
  const side = Math.min(x.rows, x.columns)
  const kept = Math.min(rank, side)
  const forth = (w: Matrix) => (wide ? x.transposeMultiply(w) : x.multiply(w))
  const back = (g: Matrix) => (wide ? x.multiply(g) : x.transposeMultiply(g))
  let subspace: Matrix
  if (side <= WHOLE) subspace = firstColumns(symmetricEigen(symmetric(back(forth(identity(side))))).vectors, kept)
  else {
    const gram = (rows: Matrix) => transpose(back(forth(transpose(rows))))
    const options = { random, block: kept + 10, tolerance: 1e-7, maxRestarts: 4, products }
    subspace = transpose((yield* blockLanczos(gram, side, kept, options)).vectors)
  }
  yield { stage: 'singular vectors', iteration: 1, total: 1 }
  const image = svd(forth(subspace))
  const short = multiply(subspace, image.v)
  return wide ? { u: short, s: image.s, v: image.u } : { u: image.u, s: image.s, v: short }
}

/** The first columns of a matrix. */
function firstColumns(a: Matrix, count: number): Matrix {
  const result = matrix(a.rows, count)
  for (let i = 0; i < a.rows; i++) result.data.set(a.data.subarray(i * a.columns, i * a.columns + count), i * count)
  return result
}

/** Both halves of a Gram matrix made equal to the last bit. */
function symmetric(a: Matrix): Matrix {
  const result = matrix(a.rows, a.columns)
  for (let i = 0; i < a.rows; i++)
    for (let j = 0; j < a.columns; j++)
      result.data[i * a.columns + j] = (a.data[i * a.columns + j] + a.data[j * a.columns + i]) / 2
  return result
}
