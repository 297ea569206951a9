import { productError } from './rounding-error.ts'

const TWO_PI = 6.283185307179586
const TWO_PI_LOW = 2.4492935982947064e-16

/**
 * Computes cos and sin of 2π·index/order within 0.51 ulp from whole numbers 0 ≤ index < order < 2⁴⁰: the angle is brought exactly into the
 * first octant, taken to twice double precision, and the first terms of the Taylor series keep their rounding errors.
 */
export function rootOfUnity(index: number, order: number): Root {
  return rootFromOctant(index, order, firstOctant)
}

/** Makes `rootOfUnity` for one order, which computes each root of the first octant only once. */
export function rootsOfUnity(order: number): (index: number) => Root {
  const cache = new Map<number, Root>()
  const first = (index: number, order: number) => {
    let root = cache.get(index)
    if (!root) cache.set(index, (root = firstOctant(index, order)))
    return root
  }
  return (index) => rootFromOctant(index, order, first)
}

/** A point of the unit circle. */
interface Root {
  cosine: number
  sine: number
}

function rootFromOctant(index: number, order: number, first: typeof firstOctant): Root {
  // Mirror at π, then π/2, then π/4; 8·index/order counts octants.
  const below = 2 * index > order
  const upper = below ? order - index : index
  const left = 4 * upper > order
  // In quarters of the order, so that π − angle stays a whole number.
  const quarter = left ? 2 * order - 4 * upper : 4 * upper
  const steep = 2 * quarter > order
  const part = steep ? order - quarter : quarter
  const { cosine, sine } = first(part, 4 * order)
  const x = steep ? sine : cosine
  const y = steep ? cosine : sine
  return { cosine: left ? -x : x, sine: below ? -y : y }
}

/** cos and sin of 2π·index/order for 8·index ≤ order. */
function firstOctant(index: number, order: number): Root {
  if (index === 0) return { cosine: 1, sine: 0 }
  // angle + low = 2π·index/order
  const numerator = TWO_PI * index
  const numeratorLow = productError(TWO_PI, index, numerator) + TWO_PI_LOW * index
  const angle = numerator / order
  const back = angle * order
  const low = (numerator - back - productError(angle, order, back) + numeratorLow) / order
  // z + zLow = angle²
  const z = angle * angle
  const zLow = productError(angle, angle, z) + 2 * angle * low

  // sin = angle·(1 − s), s = z/6 − z²·(1/120 − …)
  let tail = 1 / 121645100408832000
  tail = tail * -z + 1 / 355687428096000
  tail = tail * -z + 1 / 1307674368000
  tail = tail * -z + 1 / 6227020800
  tail = tail * -z + 1 / 39916800
  tail = tail * -z + 1 / 362880
  tail = tail * -z + 1 / 5040
  tail = tail * -z + 1 / 120
  const sixth = z / 6
  const sixthBack = sixth * 6
  const sixthLow = (z - sixthBack - productError(sixth, 6, sixthBack) + zLow) / 6 - z * z * tail
  const cut = angle * sixth
  const cutLow = productError(angle, sixth, cut) + angle * sixthLow + low * sixth
  const sineHigh = angle - cut
  const sine = sineHigh + (angle - sineHigh - cut + (low - cutLow))

  // cos = 1 − z/2 + z²·(1/24 − …)
  tail = 1 / 2432902008176640000
  tail = tail * -z + 1 / 6402373705728000
  tail = tail * -z + 1 / 20922789888000
  tail = tail * -z + 1 / 87178291200
  tail = tail * -z + 1 / 479001600
  tail = tail * -z + 1 / 3628800
  tail = tail * -z + 1 / 40320
  tail = tail * -z + 1 / 720
  const square = z * z
  const squareLow = productError(z, z, square) + 2 * z * zLow
  const fourth = square / 24
  const fourthBack = fourth * 24
  const fourthLow = (square - fourthBack - productError(fourth, 24, fourthBack) + squareLow) / 24 - square * z * tail
  const half = z / 2
  const cosineHigh = 1 - half
  const cosine = cosineHigh + (1 - cosineHigh - half + (fourth + (fourthLow - zLow / 2)))
  return { cosine, sine }
}
