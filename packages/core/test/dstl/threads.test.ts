import { expect, it } from 'vitest'
import { fitDstl } from '../../src/dstl/fit.ts'
import { residentViews } from '../../src/dstl/iterations.ts'
import { findMethod } from '../../src/methods/methods.ts'
import { validateOptions } from '../../src/methods/validate-options.ts'
import { matrix } from '../../src/numerics/linalg/matrix.ts'
import { normal } from '../../src/numerics/random/normal.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { ThreadPool } from '../../src/runtime/threads/thread-pool.ts'

it('views in memories of their own get the help of the crew, with the same labels', async () => {
  const draws = new Random(1)
  const data = [60, 50].map((columns) =>
    matrix(
      3000,
      columns,
      Float64Array.from({ length: 3000 * columns }, () => normal(draws)),
    ),
  )
  const views = data.map((view, v) => ({ name: String(v), data: view, present: null }))
  const input = { samples: 3000, ids: [], views }
  const fit = async (threads: number) => {
    const kernels = await Kernels.load('simd', threads > 1)
    const crew = ThreadPool.start(threads, kernels)
    const parts = data.map((view) => residentViews(kernels.another(), [view]))
    const resident = {
      X: parts.flatMap(({ X }) => X),
      squaredNorm: parts.reduce((sum, part) => sum + part.squaredNorm, 0),
    }
    // As if they had been there first.
    for (const { kernels: own } of resident.X) own.sharer = null
    const options = validateOptions(findMethod('dstl'), { lambda1: 0.01, lambda2: 5, maxIterations: 3 })
    const task = {
      clusters: 6,
      options,
      random: new Random(0),
      kernels,
      device: null,
      ranks: singleProcess,
      crew: () => crew,
    }
    const { labels } = runToEnd(fitDstl(input, task, resident))
    const helped = resident.X.map(({ kernels: own }) => own.sharer === crew)
    crew?.stop()
    return { labels, helped }
  }
  const [alone, together] = [await fit(1), await fit(2)]
  expect(together.labels).toEqual(alone.labels)
  expect(together.helped).toEqual([true, true])
})
