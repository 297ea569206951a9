import { beforeAll, describe, expect, it } from 'vitest'
import { type Matrix, multiply, transposeMultiply } from '../../../src/numerics/linalg/matrix.ts'
import type { BlockedMatrix, BlockedSparseMatrix } from '../../../src/numerics/linalg/rows.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { packFactorInto, paddedToFour, paddedToTwo } from '../../../src/runtime/kernels/pack-matrix.ts'
import { StreamedMatrix } from '../../../src/runtime/kernels/streamed-matrix.ts'
import { runToEnd } from '../../../src/runtime/steps.ts'
import { sparseRows } from '../../../src/views/sparse-rows.ts'
import { randomMatrix } from '../../numerics/random-matrix.ts'
import { inBlocks } from '../../ways-to-hold.ts'

let kernels: Kernels
beforeAll(async () => {
  kernels = await Kernels.load()
})

function blocked({ rows, columns, data }: Matrix, blockRows: number): BlockedMatrix {
  return {
    rows,
    columns,
    blockRows,
    readRows: (begin, end, to) => to.set(data.subarray(begin * columns, end * columns)),
  }
}

const shapes = [
  [1, 1],
  [9, 3],
  [127, 125],
  [261, 249],
]

describe('StreamedMatrix', () => {
  for (const [rows, columns] of shapes)
    it(`gives the bytes of the plain products for any block: ${rows}×${columns}`, () => {
      const x = randomMatrix(rows, columns, rows)
      for (const blockRows of [4, 12, 132, 1000]) {
        expect(runToEnd(new StreamedMatrix(kernels, blocked(x, blockRows)).squareInSteps())).toEqual(
          transposeMultiply(x, x),
        )
        for (const width of [1, 2, 6, 31, 67]) {
          const mark = kernels.mark()
          const streamed = new StreamedMatrix(kernels, blocked(x, blockRows))
          const w = randomMatrix(columns, width, 1)
          const g = randomMatrix(rows, width, 2)
          expect(streamed.multiply(w)).toEqual(multiply(x, w))
          expect(streamed.transposeMultiply(g)).toEqual(transposeMultiply(x, g))
          expect(runToEnd(streamed.gram(w))).toEqual(transposeMultiply(x, multiply(x, w)))
          kernels.release(mark)
        }
      }
    })

  it('gives the bytes of the plain products of a sparse matrix, for any block', () => {
    const mark = kernels.mark()
    const dense = randomMatrix(30, 7, 3)
    for (let p = 0; p < dense.data.length; p++) if (p % 3 > 0 || p < 14) dense.data[p] = 0
    const sparse = sparseRows(dense)
    for (const blockRows of [4, 12, 100]) {
      const streamed = new StreamedMatrix(kernels, inBlocks(sparse, blockRows) as BlockedSparseMatrix)
      expect([streamed.form, streamed.entries]).toEqual(['sparse', 30 * 7])
      expect(runToEnd(streamed.squareInSteps())).toBeNull()
      for (const width of [2, 5]) {
        const [w, g] = [randomMatrix(7, width, 1), randomMatrix(30, width, 2)]
        expect(streamed.multiply(w)).toEqual(multiply(dense, w))
        expect(streamed.transposeMultiply(g)).toEqual(transposeMultiply(dense, g))
        expect(runToEnd(streamed.gram(w))).toEqual(transposeMultiply(dense, multiply(dense, w)))
      }
      // Factors of a sparse matrix lie row by row.
      const [w, g] = [randomMatrix(7, 6, 1), randomMatrix(30, 6, 2)]
      const [z, p] = [streamed.allocateResult(6), streamed.allocateTransposeResult(6)]
      runToEnd(streamed.multiplySteps(z, kernels.copyIn(w.data), 6))
      runToEnd(streamed.transposeMultiplySteps(p, kernels.copyIn(g.data), 6))
      expect(z.f64.slice(0, 30 * 6)).toEqual(multiply(dense, w).data)
      expect(p.f64.slice(0, 7 * 6)).toEqual(transposeMultiply(dense, g).data)
    }
    kernels.release(mark)
  })

  it('takes panels from and leaves results in the memory of the kernels', () => {
    const mark = kernels.mark()
    const x = randomMatrix(50, 30, 1)
    const streamed = new StreamedMatrix(kernels, blocked(x, 12))
    expect([streamed.form, streamed.entries]).toEqual(['double', 50 * 30])
    for (const width of [4, 6]) {
      const before = kernels.mark()
      kernels.allocate(10_000).f64.fill(Number.NaN)
      kernels.release(before)
      const [w, g] = [randomMatrix(30, width, 2), randomMatrix(50, width, 3)]
      const panels = ({ rows, columns, data }: Matrix) => {
        const block = kernels.allocate(paddedToFour(rows) * paddedToTwo(columns))
        packFactorInto(block.f64, data, rows, columns)
        return block
      }
      const [z, p] = [streamed.allocateResult(width), streamed.allocateTransposeResult(width)]
      // What was there before must not count.
      z.f64.fill(7)
      p.f64.fill(7)
      runToEnd(streamed.multiplySteps(z, panels(w), width))
      runToEnd(streamed.transposeMultiplySteps(p, panels(g), width))
      expect(z.f64.slice(0, 50 * width)).toEqual(multiply(x, w).data)
      expect(p.f64.slice(0, 30 * width)).toEqual(transposeMultiply(x, g).data)
    }
    kernels.release(mark)
  })

  it('reads every row once a product, in order', () => {
    const mark = kernels.mark()
    const x = randomMatrix(30, 5, 1)
    const read: number[][] = []
    const source = blocked(x, 8)
    const noting = {
      ...source,
      readRows(begin: number, end: number, to: Float64Array) {
        read.push([begin, end])
        source.readRows(begin, end, to)
      },
    }
    runToEnd(new StreamedMatrix(kernels, noting).gram(randomMatrix(5, 2, 2)))
    expect(read).toEqual([
      [0, 8],
      [8, 16],
      [16, 24],
      [24, 30],
    ])
    kernels.release(mark)
  })

  it('reads and packs blocks once where there is room for them, with the same bytes, and does without room that fails', () => {
    const [rows, columns] = [45, 9]
    const x = randomMatrix(rows, columns, 7)
    const w = randomMatrix(columns, 5, 1)
    const g = randomMatrix(rows, 5, 2)
    const source = blocked(x, 12)
    let readings = 0
    const counted = {
      ...source,
      readRows: (begin: number, end: number, to: Float64Array) => {
        readings++
        source.readRows(begin, end, to)
      },
    }
    const roomOf = (space: number) => {
      const numbers = new Float64Array(48 * 12)
      return {
        removed: 0,
        readRows: (begin: number, end: number, to: Float64Array) => to.set(numbers.subarray(12 * begin, 12 * end)),
        writeRows(begin: number, values: Float64Array) {
          if (begin >= space) throw new Error('the disk is full')
          numbers.set(values, 12 * begin)
        },
        remove() {
          this.removed++
        },
      }
    }
    const plain = new StreamedMatrix(kernels, source, true)
    const expected = [plain.multiply(w), plain.transposeMultiply(g), plain.squaredNorm]
    for (const [space, blocks, removed] of [
      [48, 4, 0],
      [24, 12, 1],
    ]) {
      const room = roomOf(space)
      readings = 0
      const streamed = new StreamedMatrix(kernels, counted, true, room)
      for (let reading = 0; reading < 3; reading++)
        expect([
          reading === 1 ? expected[0] : streamed.multiply(w),
          reading === 1 ? streamed.transposeMultiply(g) : expected[1],
          streamed.squaredNorm,
        ]).toEqual(expected)
      expect(readings).toBe(blocks)
      expect(room.removed).toBe(removed)
      streamed.remove()
      expect(room.removed).toBe(1)
    }
  })
})
