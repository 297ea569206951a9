import { expect, it } from 'vitest'
import { cluster } from '../../src/index.ts'
import { Random } from '../../src/numerics/random/random.ts'

const random = new Random(1)
/** Two groups of 20 samples, `gap` apart, in values that lie `shift` above zero. */
const view = (shift: number, gap: number) =>
  Array.from({ length: 40 }, (_, i) =>
    [0, 1, 2, 3, 4].map((j) => shift + (i < 20 === j < 2 ? gap : 0) + random.uniform()),
  )
const warnings = async (shift: number, gap: number, lambda: number) => {
  const views = { a: view(shift, gap), b: view(shift, gap) }
  const options = { method: 'dstl', clusters: 2, lambda1: lambda, lambda2: lambda, runtime: { threads: 1 } } as const
  return (await cluster(views, options)).warnings.join('\n')
}

it('dstl says that its memberships collapsed onto one latent cluster, and says it only then', async () => {
  expect(await warnings(1, 0.1, 1)).toContain('the memberships collapsed')
  expect(await warnings(0, 5, 1)).not.toContain('the memberships collapsed')
})
