import { Random } from '@manyview/core/numerics'
import type { GpuDevice } from '@manyview/gpu'
import { emptyMatrix, gramLater, multiplyInto } from '../../packages/gpu/src/dense/card-matrix.ts'
import { agreeKernel, splitKernel, sumKernel } from '../../packages/gpu/src/dstl/latent-kernels.ts'
import { TensorShrinkage } from '../../packages/gpu/src/dstl/tensor-shrinkage.ts'
import { columnFourier } from '../../packages/gpu/src/fourier/column-fourier.ts'
import { randomMatrix } from './random-matrix.ts'
import { reportRate } from './report-rate.ts'

const [VIEWS, FEATURES, LATENT] = [3, 100, 20]

/** Times the kernels of DSTL on n × 3 × 100, k = 20: milliseconds, the least bytes that they must move and the operations they do per second. */
export async function timeDstl(device: GpuDevice, n: number): Promise<void> {
  const { card } = device
  const room = card.room()
  const stride = VIEWS * LATENT
  const numbers = TensorShrinkage.numbersFor(n, LATENT, VIEWS)
  const random = new Random(1)
  const some = (rows: number, columns: number) => randomMatrix(random, rows, columns)
  const [x, y, f] = [emptyMatrix(room, n, FEATURES), emptyMatrix(room, n, LATENT), emptyMatrix(room, n, LATENT)]
  const [s, h, spare] = [room.empty(n * stride), room.empty(numbers), room.empty(numbers)]
  // Noise, as the transforms of shuffled samples are.
  const noise = new Float32Array(4_000_000).map(() => random.uniform() - 0.5)
  for (const [buffer, length] of [[x.buffer, n * FEATURES] as const, [h, n * stride] as const])
    for (let at = 0; at < length; at += noise.length)
      card.write(buffer, at, noise.subarray(0, Math.min(noise.length, length - at)))
  const sums = room.empty(4 * 1024)
  const tops = room.empty(n)
  const absent = room.integers([0])
  const shrinkage = new TensorShrinkage(card, room, n, LATENT, LATENT, VIEWS)
  const fourier = columnFourier(card, room, n)
  const [w, c] = [some(FEATURES, LATENT), some(stride, LATENT)]
  const turned = room.singles(c.data)
  const all = { buffer: h, rows: n, columns: stride, width: stride, stride, first: 0 }
  const column = { buffer: spare, rows: n, columns: LATENT, width: LATENT, stride, first: 0 }
  const quads = stride / 4
  const report = (name: string, bytes: number, operations: number, run: () => void) =>
    reportRate(device, name, bytes, operations, run)
  const [wide, narrow] = [4 * n * stride, 4 * n * LATENT]
  await report('X·W of one view', 4 * n * FEATURES + narrow, 2 * n * FEATURES * LATENT, () => {
    const inner = card.room()
    multiplyInto(card, inner, column, x, w)
    inner.free()
  })
  await report('S and Q of all views', 5 * wide + narrow, 2 * n * stride * LATENT, () =>
    card.run(
      splitKernel,
      [n, quads, LATENT / 4, LATENT, 1, 0, 0, 0],
      [spare, y.buffer, turned, absent, h, s],
      Math.ceil((n * quads) / 256),
    ),
  )
  const depth = Math.log2(n)
  await report('transform of 60 columns', 2 * wide, 2.5 * n * stride * depth, () => void fourier.run(h, spare, quads))
  // Half of the singular values are lowered, as their size is that of noise.
  const tau = 0.29 * Math.sqrt(n)
  await report(
    'shrinkage with both transforms',
    6 * wide,
    5 * n * stride * depth,
    () => void shrinkage.shrink(h, spare, tau),
  )
  await report('Σ H·C', wide + narrow, 2 * n * stride * LATENT, () => {
    const inner = card.room()
    multiplyInto(card, inner, f, all, c)
    inner.free()
  })
  await report('onto the simplex', 3 * narrow, 6 * n * LATENT, () =>
    card.run(agreeKernel, [n, LATENT, LATENT, 1024], [f.buffer, y.buffer, tops, sums], 1024),
  )
  await report('S + H of one view', 3 * narrow, 6 * n * LATENT, () =>
    card.run(sumKernel, [n, quads, LATENT / 4, 0, 0, 1024], [s, h, absent, spare, sums], 1024),
  )
  await report('Xᵀ·G of one view', 4 * n * FEATURES + narrow, 2 * n * FEATURES * LATENT, () => {
    const inner = card.room()
    gramLater(card, inner, x, column)
    inner.free()
  })
  room.free()
}
