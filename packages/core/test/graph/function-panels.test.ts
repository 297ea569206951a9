import { describe, expect, it } from 'vitest'
import { FunctionPanels } from '../../src/graph/function-panels.ts'
import { Kernels } from '../../src/kernels/kernels.ts'
import { matrix } from '../../src/linalg/matrix.ts'

const kernels = await Kernels.load()

describe('functions in panels', () => {
  it.each([8, 16, 24, 40])('come back row by row, %i of them', (width) => {
    const functions = new FunctionPanels(kernels, 7, width)
    const rows = matrix(
      7,
      width,
      Float64Array.from({ length: 7 * width }, (_, p) => p),
    )
    functions.write(0, rows)
    expect(functions.read(0, 7)).toEqual(rows)
    expect(functions.read(2, 5).data).toEqual(rows.data.slice(2 * width, 5 * width))
  })

  it('begin at a line of the cache and hold 16 functions of a node one after the other', () => {
    const functions = new FunctionPanels(kernels, 3, 24)
    functions.write(1, { rows: 1, data: Float64Array.from({ length: 24 }, (_, j) => j + 1) })
    expect(functions.block.pointer % 64).toBe(0)
    expect(functions.panels).toEqual([
      { begin: 0, columns: 16 },
      { begin: 48, columns: 8 },
    ])
    expect(Array.from(functions.block.f32.subarray(16, 32))).toEqual(Array.from({ length: 16 }, (_, j) => j + 1))
    expect(Array.from(functions.block.f32.subarray(56, 64))).toEqual(Array.from({ length: 8 }, (_, j) => j + 17))
  })
})
