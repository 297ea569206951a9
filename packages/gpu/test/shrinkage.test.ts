import { Kernels, type Matrix, matrix, Random, TensorShrinker } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { paddedWidth } from '../src/dense/card-matrix.ts'
import { TensorShrinkage } from '../src/dstl/tensor-shrinkage.ts'
import { noSoftwareDevice, onDevice, softwareDevice } from './software-device.ts'

const turn = { stage: 'test', iteration: 1, total: 1 }
const kernels = await Kernels.load()

/** Slices that agree to a part, so that singular values are of different sizes. */
function slices(rows: number, latent: number, views: number): Matrix[] {
  const random = new Random(rows + 7 * latent + views)
  const shared = Float64Array.from({ length: rows * latent }, () => random.uniform())
  return Array.from({ length: views }, (_, v) =>
    matrix(
      rows,
      latent,
      shared.map((value) => value + (v === 0 ? 0 : 0.3 * (random.uniform() - 0.5))),
    ),
  )
}

describe.skipIf(noSoftwareDevice)('tensor shrinkage on a device', () => {
  it.each([
    [1, 1, 1, 0.1],
    [2, 1, 2, 0.1],
    [3, 5, 2, 0.4],
    [60, 4, 3, 0.7],
    [34, 7, 3, 2],
    [211, 3, 6, 0.5],
    [64, 2, 4, 0],
    [64, 2, 2, 1e6],
  ])('of %i samples, %i columns, %i views by %f is that of the processor', async (rows, latent, views, tau) => {
    const device = await softwareDevice()
    const { card } = device
    const given = slices(rows, latent, views)
    const width = paddedWidth(latent)
    const stride = width * views
    const values = new Float32Array(TensorShrinkage.numbersFor(rows, width, views))
    for (const [v, { data }] of given.entries())
      for (let i = 0; i < rows; i++)
        for (let l = 0; l < latent; l++) values[i * stride + v * width + l] = data[i * latent + l]
    const room = card.room()
    const shrinkage = new TensorShrinkage(card, room, rows, latent, width, views)
    const { result } = shrinkage.shrink(room.singles(values), room.empty(values.length), tau)
    const found = new Float32Array(await onDevice(device, card.read(result, rows * stride, turn)))
    const { buffer, length } = shrinkage.part
    const norm = shrinkage.norm(await onDevice(device, card.read(buffer, length, turn)))
    const mark = kernels.mark()
    const wanted = new TensorShrinker(kernels, rows, latent, views).shrinkMatrices(given, tau)
    kernels.release(mark)
    const tolerance = 2 ** -20 * (4 + Math.log2(rows))
    for (let i = 0; i < rows; i++)
      for (let v = 0; v < views; v++)
        for (let l = 0; l < width; l++) {
          const value = l < latent ? wanted.matrices[v].data[i * latent + l] : 0
          expect(Math.abs(found[i * stride + v * width + l] - value)).toBeLessThanOrEqual(tolerance)
        }
    expect(Math.abs(norm - wanted.nuclearNorm)).toBeLessThanOrEqual(tolerance * (1 + wanted.nuclearNorm))
    room.free()
  })
})
