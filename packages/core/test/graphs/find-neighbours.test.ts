import { describe, expect, it } from 'vitest'
import { findNeighbours } from '../../src/graphs/find-neighbours.ts'
import { nearestNeighbours } from '../../src/graphs/nearest-neighbours.ts'
import { matrix } from '../../src/numerics/linalg/matrix.ts'
import { Random } from '../../src/numerics/random/random.ts'
import type { Device } from '../../src/runtime/device/device.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../src/runtime/steps.ts'

const squares = (rows: number) =>
  matrix(
    rows,
    1,
    Float64Array.from({ length: rows }, (_, i) => i * i),
  )

describe('the search for neighbours', () => {
  it('is the device’s up to as many points as it says, and the processor’s beyond', async () => {
    const kernels = await Kernels.load()
    const asked: number[] = []
    const device = {
      many: Number.POSITIVE_INFINITY,
      searchesUpTo: 6,
      *nearest(points: { rows: number }, length: number) {
        asked.push(points.rows)
        yield { stage: 'neighbours', iteration: 1, total: 1 }
        return new Int32Array(points.rows * length)
      },
    }
    const processors = { kernels, device: device as unknown as Device }
    for (const rows of [5, 6, 7]) runToEnd(findNeighbours(processors, squares(rows), 2, new Random(1), singleProcess))
    const found = runToEnd(findNeighbours(processors, squares(7), 2, new Random(1), singleProcess))
    expect(asked).toEqual([5, 6])
    expect(found).toEqual(runToEnd(nearestNeighbours(kernels, squares(7), 2, singleProcess)))
  })
})
