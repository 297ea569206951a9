import type { Block, Kernels } from '../../runtime/kernels/kernels.ts'
import { rootOfUnity } from '../math/root-of-unity.ts'
import { cachedTable } from './cached-table.ts'
import { nextSmooth } from './smooth-length.ts'
import { STAGE_SCRATCH, smoothStages, writePlan } from './smooth-plan.ts'

/** Bytes into which a group of sequences and its work space should fit, about a second-level cache. */
const FAST_MEMORY = 524288

/** A table for kernels/prime-stage.ts and the bytes of scratch space of that stage. */
interface PrimeTable {
  table: Block
  bytes: number
}

/** Makes the table of Rader's transform of a prime length: a convolution of length − 1 numbers, which must have small factors. O(length·log length). */
export function raderTable(kernels: Kernels, length: number, root: number): PrimeTable {
  const size = length - 1
  const powers = new Int32Array(size)
  for (let t = 0, power = 1; t < size; t++, power = (power * root) % length) powers[t] = power
  const inverse = powers.map((_, t) => powers[(size - t) % size])
  const filter = () =>
    convolutionFilter(kernels, size, (sequence) => {
      inverse.forEach((power, t) => {
        const { cosine, sine } = rootOfUnity(power, length)
        sequence(t, cosine, -sine)
      })
    })
  const table = cachedTable(kernels, `rader ${length}`, filter)
  return primeTable(kernels, length, size, table, kernels.copyWhole(powers).pointer, kernels.copyWhole(inverse).pointer)
}

/**
 * Makes the table of Bluestein's transform of any length: a convolution of smooth length with the chirp c(j) = e^(−πi·j²/length). Forward it computes the first `outputs` numbers; backward it takes as
 * many and computes all. O(length·log length).
 */
export function chirpTable(kernels: Kernels, length: number, outputs: number): PrimeTable {
  const size = nextSmooth(length + outputs - 1)
  const chirp = cachedTable(kernels, `chirp ${length}`, () => chirpOf(length))
  const filter = () =>
    convolutionFilter(kernels, size, (sequence) => {
      for (let t = 1 - length; t < outputs; t++)
        sequence(t < 0 ? t + size : t, chirp[2 * Math.abs(t)], -chirp[2 * Math.abs(t) + 1])
    })
  const table = cachedTable(kernels, `filter ${length} ${outputs}`, filter)
  return primeTable(kernels, length, size, table, kernels.copyIn(chirp).pointer, outputs)
}

function primeTable(
  kernels: Kernels,
  length: number,
  size: number,
  filter: Float64Array,
  first: number,
  second: number,
): PrimeTable {
  const group = Math.max(1, Math.floor(FAST_MEMORY / (64 * size)))
  const plan = writePlan(kernels, smoothStages(kernels, size).stages)
  const table = kernels.allocate(4)
  table.i32.set([length, size, group, plan.pointer, kernels.copyIn(filter).pointer, first, second])
  return { table, bytes: 64 * size * group }
}

/** Lists e^(−πi·j²/length) for j < length; j² is reduced as a whole number. */
function chirpOf(length: number): Float64Array {
  const result = new Float64Array(2 * length)
  for (let j = 0; j < length; j++) {
    const { cosine, sine } = rootOfUnity((j * j) % (2 * length), 2 * length)
    result[2 * j] = cosine
    result[2 * j + 1] = -sine
  }
  return result
}

/** Computes the conjugate of the transform of the sequence that `fill` writes number by number (the others are zero), divided by its length for the inverse transform. */
function convolutionFilter(
  kernels: Kernels,
  size: number,
  fill: (sequence: (place: number, re: number, im: number) => void) => void,
): Float64Array {
  const mark = kernels.mark()
  const plan = writePlan(kernels, smoothStages(kernels, size).stages)
  const space = kernels.allocate(STAGE_SCRATCH / 8)
  const data = kernels.allocate(4 * size)
  const work = kernels.allocate(4 * size)
  data.f64.fill(0)
  fill((place, re, im) => {
    data.f64[4 * place] = re
    data.f64[4 * place + 2] = im
  })
  const end = kernels.call.transformPairs(plan.pointer, data.pointer, work.pointer, 1, false, space.pointer) >>> 0
  const spectrum = end === data.pointer ? data.f64 : work.f64
  const result = new Float64Array(2 * size)
  for (let f = 0; f < size; f++) {
    result[2 * f] = spectrum[4 * f] / size
    result[2 * f + 1] = -spectrum[4 * f + 2] / size
  }
  kernels.release(mark)
  return result
}
