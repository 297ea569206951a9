import { inflateRawSync } from 'node:zlib'
import { cluster } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { matrix, multiply } from '../../../src/numerics/linalg/matrix.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { bytes } from '../../../src/runtime/kernels/built/relaxed-bytes.ts'
import { KernelMatrix } from '../../../src/runtime/kernels/kernel-matrix.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'

const random = new Random(6)
const views = Object.fromEntries(
  ['a', 'b'].map((name) => [
    name,
    Array.from({ length: 60 }, (_, i) =>
      Array.from({ length: 8 }, (_, j) => (j % 3 === Math.floor(i / 20) ? 1 : 0) + 0.3 * random.uniform()),
    ),
  ]),
)
const settings = { method: 'dstl', clusters: 3, lambda2: 0.1, tolerance: 0 } as const
const hasRelaxed = WebAssembly.validate(new Uint8Array(inflateRawSync(Buffer.from(bytes, 'base64'))))

describe('precision', () => {
  it('single gives the same labels on clear data, an objective to about six digits, and is recorded', async () => {
    const double = await cluster(views, settings)
    const single = await cluster(views, { ...settings, runtime: { precision: 'single' } })
    expect(single.labels).toEqual(double.labels)
    expect(single.precision).toBe('single')
    expect(double.precision).toBeUndefined()
    const [a, b] = [single, double].map(({ history }) => history.objective.at(-1)!)
    expect(a).not.toBe(b)
    expect(Math.abs(a - b)).toBeLessThan(1e-5 * b)
  })

  it('is refused where the method has no single precision, and for other words', async () => {
    const wrong = { code: 'bad-option', argument: 'precision' }
    await expect(cluster(views, { clusters: 3, runtime: { precision: 'single' } })).rejects.toMatchObject(wrong)
    await expect(cluster(views, { clusters: 3, runtime: { precision: 'half' as 'single' } })).rejects.toMatchObject(
      wrong,
    )
  })

  it('relaxed agrees to rounding where the engine has it, and is refused where it has not', async () => {
    if (!hasRelaxed) {
      const refused = cluster(views, { ...settings, runtime: { precision: 'relaxed' } })
      await expect(refused).rejects.toMatchObject({ code: 'bad-option', argument: 'precision' })
      return
    }
    const kernels = await Kernels.load('relaxed')
    const a = matrix(
      30,
      50,
      Float64Array.from({ length: 1500 }, () => random.uniform()),
    )
    const w = matrix(
      50,
      6,
      Float64Array.from({ length: 300 }, () => random.uniform()),
    )
    const product = new KernelMatrix(kernels, a).multiply(w)
    multiply(a, w).data.forEach((value, i) => {
      expect(Math.abs(product.data[i] - value)).toBeLessThan(1e-13 * value)
    })
  })
})
