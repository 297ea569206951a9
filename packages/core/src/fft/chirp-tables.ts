import type { Kernels } from '../kernels/kernels.ts'
import { rootOfUnity } from '../math/root-of-unity.ts'
import { cachedTable } from './cached-table.ts'
import { fourierPlan, type PlanParts, STAGE_SCRATCH } from './fourier-plan.ts'
import { nextSmooth } from './smooth-length.ts'

/**
 * The tables of Bluestein's transform of any length: jf = (j² + f² − (f−j)²)/2 makes it a product with the chirp c(j) = e^(−πi·j²/length), a convolution with conj c
 * by a smooth transform, and a product with c. It takes the first `inputs` numbers (the others are zero) and gives the first `outputs`; backward the two change places.
 */
export function chirpTables(
  kernels: Kernels,
  length: number,
  inputs: number,
  outputs: number,
): Pick<PlanParts, 'size' | 'chirp' | 'filter' | 'inputs' | 'outputs'> {
  const size = nextSmooth(inputs + outputs - 1)
  const chirp = cachedTable(kernels, `chirp ${length}`, () => chirpTable(length))
  const filter = cachedTable(kernels, `filter ${length} ${inputs} ${outputs}`, () =>
    chirpFilter(kernels, chirp, size, inputs, outputs),
  )
  return { size, chirp: kernels.copyIn(chirp).pointer, filter: kernels.copyIn(filter).pointer, inputs, outputs }
}

/** e^(−πi·j²/length) for j < length; j² is reduced as a whole number. */
function chirpTable(length: number): Float64Array {
  const result = new Float64Array(2 * length)
  for (let j = 0; j < length; j++) {
    const { cosine, sine } = rootOfUnity((j * j) % (2 * length), 2 * length)
    result[2 * j] = cosine
    result[2 * j + 1] = -sine
  }
  return result
}

/** conj of the transform of conj c(t), −inputs < t < outputs, divided by its length for the inverse transform. */
function chirpFilter(kernels: Kernels, chirp: Float64Array, size: number, inputs: number, outputs: number) {
  const mark = kernels.mark()
  const none = { samples: 0, count: size, twiddles: 0, chirp: 0, filter: 0, inputs: 0, outputs: 0 }
  const plan = fourierPlan(kernels, { ...none, size })
  const scratch = kernels.allocate(STAGE_SCRATCH)
  const data = kernels.allocate(4 * size)
  const work = kernels.allocate(4 * size)
  data.f64.fill(0)
  for (let t = 1 - inputs; t < outputs; t++) {
    const place = 4 * (t < 0 ? t + size : t)
    data.f64[place] = chirp[2 * Math.abs(t)]
    data.f64[place + 2] = -chirp[2 * Math.abs(t) + 1]
  }
  const end = kernels.call.transformPairs(plan.pointer, data.pointer, work.pointer, 1, scratch.pointer) >>> 0
  const spectrum = end === data.pointer ? data.f64 : work.f64
  const result = new Float64Array(2 * size)
  for (let f = 0; f < size; f++) {
    result[2 * f] = spectrum[4 * f] / size
    result[2 * f + 1] = -spectrum[4 * f + 2] / size
  }
  kernels.release(mark)
  return result
}
