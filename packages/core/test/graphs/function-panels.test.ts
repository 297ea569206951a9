import { describe, expect, it } from 'vitest'
import { VectorPanels } from '../../src/graphs/vector-panels.ts'
import { matrix } from '../../src/numerics/linalg/matrix.ts'
import { Random } from '../../src/numerics/random/random.ts'
import { Kernels } from '../../src/runtime/kernels/kernels.ts'

const kernels = await Kernels.load()

/** The plain loops: entry (i, j) lies in panel ⌊j / 16⌋, of which the last may have 8 functions. */
function entryOf({ block, panels }: VectorPanels, i: number, j: number): number {
  const { begin, columns } = panels[Math.floor(j / 16)]
  return block.f32[begin + i * columns + (j % 16)]
}

describe('functions in panels', () => {
  it.each([8, 16, 24, 40])('come back row by row, %i of them', (width) => {
    const functions = new VectorPanels(kernels, 7, width)
    const rows = matrix(
      7,
      width,
      Float64Array.from({ length: 7 * width }, (_, p) => p),
    )
    functions.takeRows(kernels, 0, 7, kernels.copyIn(rows.data))
    expect(functions.rowsIn(kernels, 0, 7).raw.f64.slice(0, 7 * width)).toEqual(rows.data)
    const some = functions.rowsIn(kernels, 2, 5)
    expect(some).toMatchObject({ rows: 3, columns: width })
    expect(some.raw.f64.slice(0, 3 * width)).toEqual(rows.data.slice(2 * width, 5 * width))
    expect(some.raw.f64.slice(3 * width)).toEqual(new Float64Array(width))
  })

  it.each([8, 16, 24, 40])('take rows of doubles as the plain loops do, %i of them, in several ranges', (width) => {
    const [random, count, begin] = [new Random(width), 70_003, 5]
    const functions = new VectorPanels(kernels, count + 9, width)
    functions.block.f32.fill(-1)
    const rows = kernels.copyIn(Float64Array.from({ length: count * width }, () => random.uniform()))
    functions.takeRows(kernels, begin, count, rows)
    let wrong = 0
    for (let i = 0; i < count + 9; i++)
      for (let j = 0; j < width; j++) {
        const expected = i < begin || i >= begin + count ? -1 : Math.fround(rows.f64[(i - begin) * width + j])
        if (entryOf(functions, i, j) !== expected) wrong++
      }
    expect(wrong).toBe(0)
    const back = functions.rowsIn(kernels, begin, begin + count).raw.f64
    expect(back.subarray(0, count * width).every((value, p) => value === Math.fround(rows.f64[p]))).toBe(true)
  })

  it('begin at a line of the cache and hold 16 functions of a node one after the other', () => {
    const functions = new VectorPanels(kernels, 3, 24)
    functions.takeRows(kernels, 1, 1, kernels.copyIn(Float64Array.from({ length: 24 }, (_, j) => j + 1)))
    expect(functions.block.pointer % 64).toBe(0)
    expect(functions.panels).toEqual([
      { begin: 0, columns: 16 },
      { begin: 48, columns: 8 },
    ])
    expect(Array.from(functions.block.f32.subarray(16, 32))).toEqual(Array.from({ length: 16 }, (_, j) => j + 1))
    expect(Array.from(functions.block.f32.subarray(56, 64))).toEqual(Array.from({ length: 8 }, (_, j) => j + 17))
  })
})
