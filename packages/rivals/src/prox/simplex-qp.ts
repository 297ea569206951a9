import type { Matrix } from '@manyview/core'

/**
 * The point z of the simplex {z ≥ 0, Σz = 1} with the least ½·zᵀHz + fᵀz, for a symmetric positive definite H (m×m).
 * Primal active set, exact up to rounding: solve on the entries in use, give up the first that turns negative, take in the one with the most
 * negative multiplier. `start`, a point of the simplex, only saves steps. An entry whose row of H depends on those in use stays at zero.
 * O(s³) a step with s entries in use, most often about s steps; never more than 20·m + 100. Source: Nocedal and Wright, Numerical Optimization, chapter 16.
 */
export function simplexQp(h: Matrix, f: Float64Array, start?: Float64Array): Float64Array {
  const m = f.length
  const z = start ? Float64Array.from(start) : bestVertex(h, f)
  let used = supportOf(z)
  let solution = solveOn(h, f, used)
  if (!solution) {
    z.set(bestVertex(h, f))
    used = supportOf(z)
    solution = solveOn(h, f, used)
  }
  const refused = new Uint8Array(m)
  for (let step = 0; step < 20 * m + 100 && solution; step++) {
    const blocking = stepTowards(z, used, solution.z)
    if (blocking >= 0) {
      used = used.filter((i) => i !== blocking)
      solution = solveOn(h, f, used)
      continue
    }
    const candidate = mostNegativeMultiplier(h, f, z, solution.multiplier, used, refused)
    if (candidate < 0) break
    const wider = [...used, candidate]
    const next = solveOn(h, f, wider)
    // Rounding: an entry that would leave at once brings nothing.
    if (!next || next.z[wider.length - 1] <= 0) refused[candidate] = 1
    else [used, solution] = [wider, next]
  }
  return z
}

function bestVertex(h: Matrix, f: Float64Array): Float64Array {
  let best = 0
  const value = (i: number) => 0.5 * h.data[i * f.length + i] + f[i]
  for (let i = 1; i < f.length; i++) if (value(i) < value(best)) best = i
  const vertex = new Float64Array(f.length)
  vertex[best] = 1
  return vertex
}

function supportOf(z: Float64Array): number[] {
  const support: number[] = []
  z.forEach((value, i) => {
    if (value > 0) support.push(i)
  })
  return support
}

/** Moves z towards the solution on the entries in use, as far as it stays feasible; gives the entry that became zero, or −1. */
function stepTowards(z: Float64Array, used: number[], target: Float64Array): number {
  let length = 1
  let blocking = -1
  used.forEach((i, a) => {
    if (target[a] > 0) return
    const reach = z[i] > 0 ? z[i] / (z[i] - target[a]) : 0
    if (reach < length || blocking < 0) [length, blocking] = [Math.min(reach, 1), i]
  })
  used.forEach((i, a) => {
    z[i] = i === blocking ? 0 : blocking < 0 ? target[a] : Math.max(0, z[i] + length * (target[a] - z[i]))
  })
  return blocking
}

function mostNegativeMultiplier(
  h: Matrix,
  f: Float64Array,
  z: Float64Array,
  multiplier: number,
  used: number[],
  refused: Uint8Array,
): number {
  const m = f.length
  let worst = -1
  let worstValue = 0
  for (let i = 0; i < m; i++) {
    if (z[i] > 0 || refused[i]) continue
    let gradient = f[i]
    let size = Math.abs(f[i]) + Math.abs(multiplier)
    for (const j of used) {
      gradient += h.data[i * m + j] * z[j]
      size += Math.abs(h.data[i * m + j] * z[j])
    }
    const value = gradient - multiplier
    if (value < worstValue && value < -1e-14 * size) [worst, worstValue] = [i, value]
  }
  return worst
}

/** Minimiser over the entries in use with sum 1 and no signs, and its multiplier; null where H on them is not positive definite within rounding. */
function solveOn(h: Matrix, f: Float64Array, used: number[]): { z: Float64Array; multiplier: number } | null {
  const s = used.length
  const m = f.length
  const factor = new Float64Array(s * s)
  for (let a = 0; a < s; a++)
    for (let b = 0; b <= a; b++) {
      let sum = h.data[used[a] * m + used[b]]
      for (let c = 0; c < b; c++) sum -= factor[a * s + c] * factor[b * s + c]
      if (a > b) factor[a * s + b] = sum / factor[b * s + b]
      else if (sum > 1e-12 * h.data[used[a] * m + used[a]]) factor[a * s + a] = Math.sqrt(sum)
      else return null
    }
  const ones = choleskySolve(factor, new Float64Array(s).fill(1))
  const linear = choleskySolve(
    factor,
    Float64Array.from(used, (i) => f[i]),
  )
  let [onesSum, linearSum] = [0, 0]
  for (let a = 0; a < s; a++) {
    onesSum += ones[a]
    linearSum += linear[a]
  }
  const multiplier = (1 + linearSum) / onesSum
  return { z: ones.map((value, a) => multiplier * value - linear[a]), multiplier }
}

function choleskySolve(factor: Float64Array, right: Float64Array): Float64Array {
  const s = right.length
  for (let a = 0; a < s; a++) {
    for (let b = 0; b < a; b++) right[a] -= factor[a * s + b] * right[b]
    right[a] /= factor[a * s + a]
  }
  for (let a = s - 1; a >= 0; a--) {
    for (let b = a + 1; b < s; b++) right[a] -= factor[b * s + a] * right[b]
    right[a] /= factor[a * s + a]
  }
  return right
}
