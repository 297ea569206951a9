import { Random } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { columnFourier, stagesOf } from '../src/fourier/column-fourier.ts'
import { noSoftwareDevice, onDevice, softwareDevice } from './software-device.ts'

const turn = { stage: 'test', iteration: 1, total: 1 }

/** Frequency f of the sequence in columns 2·s and 2·s + 1 of rows × width, by the formula. */
function frequency(values: Float32Array, rows: number, width: number, s: number, f: number): [number, number] {
  let [real, imaginary] = [0, 0]
  for (let j = 0; j < rows; j++) {
    const angle = (-2 * Math.PI * ((j * f) % rows)) / rows
    const [c, d] = [Math.cos(angle), Math.sin(angle)]
    const [a, b] = [values[j * width + 2 * s], values[j * width + 2 * s + 1]]
    real += a * c - b * d
    imaginary += a * d + b * c
  }
  return [real, imaginary]
}

describe.skipIf(noSoftwareDevice)('transforms along the rows on a device', () => {
  it.each([
    [1, 4],
    [2, 4],
    [3, 8],
    [17, 12],
    [210, 4],
    [544, 8],
    [1024, 4],
    [6773, 4],
    [30011, 4],
    [32768, 4],
  ])('of %i rows and %i columns are those of the formula', async (rows, width) => {
    const device = await softwareDevice()
    const { card } = device
    const room = card.room()
    const random = new Random(rows)
    const values = Float32Array.from({ length: rows * width }, () => random.uniform() - 0.5)
    const fourier = columnFourier(card, room, rows)
    const { result } = fourier.run(room.singles(values), room.empty(rows * width), width / 4)
    const found = new Float32Array(await onDevice(device, card.read(result, rows * width, turn)))
    // Some frequencies of long sequences, all of short ones.
    const step = Math.max(Math.floor(rows / 20), 1)
    for (let f = 0; f < rows; f += step)
      for (let s = 0; s < width / 2; s++) {
        const [real, imaginary] = frequency(values, rows, width, s, f)
        const tolerance = 2 ** -22 * Math.sqrt(rows) * (1 + Math.log2(rows))
        expect(Math.abs(found[f * width + 2 * s] - real)).toBeLessThanOrEqual(tolerance)
        expect(Math.abs(found[f * width + 2 * s + 1] - imaginary)).toBeLessThanOrEqual(tolerance)
      }
    room.free()
  })

  it('go by stages of radices up to 16, and by a convolution where a larger prime is left', () => {
    expect(stagesOf(1)).toEqual([])
    expect(stagesOf(1_000_000)!.reduce((product, radix) => product * radix)).toBe(1_000_000)
    expect(stagesOf(34)).toBeNull()
  })
})
