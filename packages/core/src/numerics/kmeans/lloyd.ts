import type { Block, KernelCall, Kernels } from '../../runtime/kernels/kernels.ts'
import { mapProgress } from '../../runtime/steps.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import type { KmeansResult } from './kmeans-options.ts'

/** Multiplications of a call at the most, some tenths of a second: a fit can be stopped after each. */
const WORK = 5e8

/**
 * Lloyd's steps from each of several starts (clusters × features, which become the means): assign, repair empty clusters, move each centre to the mean of its points (n×d, also in `block`),
 * until the labels stay or `maxIterations` steps are done. Threads share the starts. Yields how many are done. Allocates and leaves the release to the caller.
 */
export function* lloyd(
  kernels: Kernels,
  block: Block,
  { rows, columns }: Matrix,
  starts: readonly Block[],
  maxIterations: number,
  work = WORK,
): Generator<number, KmeansResult[]> {
  const clusters = starts[0].length / columns
  const steps = Math.max(1, Math.floor(work / (rows * columns * clusters)))
  const size = [rows, columns, clusters] as const
  const runs = starts.map((centres) => {
    const labels = kernels.allocate(Math.ceil(rows / 2))
    const state = kernels.allocate(kernels.call.lloydRoom(...size))
    state.f64.fill(0)
    return { centres, labels, state, squaredError: -1 }
  })
  for (let open = runs; open.length > 0; open = open.filter(({ squaredError }) => squaredError < 0)) {
    const calls = open.map(({ centres, labels, state }): KernelCall<'lloydSteps'> => {
      const places = [labels.pointer, centres.pointer, state.pointer] as const
      return [block.pointer, ...size, steps, maxIterations, ...places]
    })
    const done = runs.length - open.length
    const errors = yield* mapProgress(kernels.shareInSteps('lloydSteps', calls), () => done)
    open.forEach((run, r) => {
      run.squaredError = errors[r]
    })
  }
  return runs.map(({ centres, labels, state, squaredError }) => ({
    labels: labels.i32.slice(0, rows),
    centres: matrix(clusters, columns, centres.f64.slice()),
    squaredError,
    iterations: state.f64[0],
    converged: state.f64[1] === 1,
  }))
}
