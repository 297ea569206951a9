import { expect, it } from 'vitest'
import { type DstlSettings, dstlIterations, residentViews } from '../../src/dstl/iterations.ts'
import { matrix } from '../../src/numerics/linalg/matrix.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'

const settings: DstlSettings = {
  ...{ lambda1: 0.02, lambda2: 0.5, lambda3: 0.1, latentDimension: 20 },
  ...{ consensusRule: 'sum', variant: 'full', tolerance: 0, maxIterations: 3 },
}

it('rows of all views at a time give the bytes of one view after the other, sparse, in single precision and with gaps', async () => {
  const random = new Random(3)
  // Rows of P of all views do not have room at once.
  const samples = 8802
  const data = [24, 31, 22].map((columns, v) =>
    matrix(
      samples,
      columns,
      Float64Array.from({ length: samples * columns }, () =>
        v === 1 && random.below(12) > 0 ? 0 : random.uniform() - 0.5,
      ),
    ),
  )
  const lacking = Uint32Array.from([5, 8703, 8704, 8801])
  for (const i of lacking) data[2].data.fill(0, i * 22, (i + 1) * 22)
  const absent = [null, null, lacking]
  const run = (kernels: Kernels, home: () => Kernels) => {
    const parts = data.map((view, v) => residentViews(home(), [view], v === 2 ? 'single' : 'double'))
    const views = {
      X: parts.flatMap(({ X }) => X),
      squaredNorm: parts.reduce((sum, part) => sum + part.squaredNorm, 0),
      absent,
    }
    expect(views.X.map(({ form }) => form)).toEqual(['double', 'sparse', 'single'])
    const steps = dstlIterations(kernels, views, settings)
    for (;;) {
      const { done, value } = steps.next()
      if (done) return { objective: value.objective, Y: value.Y.data, H: value.H.map((part) => part.data) }
    }
  }
  const kernels = await Kernels.load()
  const together = run(kernels, () => kernels)
  const other = await Kernels.load()
  const apart = run(other, () => other.another())
  expect(together.objective).toBe(apart.objective)
  const same = (a: Float64Array, b: Float64Array) => a.findIndex((value, p) => !Object.is(value, b[p]))
  expect(same(together.Y, apart.Y)).toBe(-1)
  for (const [v, part] of together.H.entries()) expect(same(part, apart.H[v])).toBe(-1)
})
