import { expect, it } from 'vitest'
import { lloyd } from '../../../src/numerics/kmeans/kmeans.ts'
import { matrix } from '../../../src/numerics/linalg/matrix.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { runToEnd } from '../../../src/runtime/steps.ts'

it('gives the same bytes whether a call makes one step or all, and tells how many starts are done', async () => {
  const kernels = await Kernels.load()
  const random = new Random(4)
  const points = matrix(
    300,
    4,
    Float64Array.from({ length: 1200 }, () => random.uniform()),
  )
  const block = kernels.copyIn(points.data)
  const run = (work?: number) => {
    const starts = [0, 100, 200].map((first) => kernels.copyIn(points.data.slice(4 * first, 4 * first + 36)))
    return lloyd(kernels, block, points, starts, 100, work)
  }
  const atOnce = runToEnd(run())
  const told: number[] = []
  const steps = run(1)
  let next = steps.next()
  for (; !next.done; next = steps.next()) told.push(next.value)
  expect(next.value).toEqual(atOnce)
  expect(told.length).toBe(atOnce.reduce((sum, { iterations }) => sum + iterations + 1, 0))
  expect(new Set(told).size).toBeGreaterThan(1)
  expect(told).toEqual(told.toSorted((a, b) => a - b))
})
