import { beforeAll, describe, expect, it } from 'vitest'
import { isWords } from '../../src/data/is-words.ts'
import { preprocessStreamed } from '../../src/data/preprocess-streamed.ts'
import { preprocessView } from '../../src/data/preprocess-view.ts'
import { Kernels } from '../../src/kernels/kernels.ts'
import type { BlockedMatrix } from '../../src/linalg/blocked-matrix.ts'
import { type Matrix, matrix } from '../../src/linalg/matrix.ts'
import { normal } from '../../src/random/normal.ts'
import { Random } from '../../src/random/random.ts'
import { drain } from '../drain.ts'

let kernels: Kernels
beforeAll(async () => {
  kernels = await Kernels.load()
})

function filled(rows: number, columns: number, entry: (random: Random, j: number) => number): Matrix {
  const random = new Random(rows + columns)
  return matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, (_, p) => entry(random, p % columns)),
  )
}

function blocked({ rows, columns, data }: Matrix, blockRows: number): BlockedMatrix {
  return {
    ...{ rows, columns, blockRows },
    readRows: (begin, end, to) => to.set(data.subarray(begin * columns, end * columns)),
  }
}

const measured = (random: Random, j: number) => normal(random) * (j + 1)
const counted = (random: Random, j: number) => (random.uniform() < 0.5 / (1 + (j % 7)) ? 1 + random.below(9) : 0)

const cases: [string, Matrix][] = [
  ['few features', filled(200, 3, measured)],
  ['measurements solved whole', filled(300, 60, measured)],
  ['more than 400 features, by a Krylov space', filled(460, 430, measured)],
  ['more features than samples, by a Krylov space', filled(410, 500, measured)],
  ['more than 50,000 samples', filled(50_100, 4, measured)],
  ['words', filled(300, 60, counted)],
  ['more than 400 words', filled(440, 420, counted)],
  ['words that only differ in length', filled(40, 6, (_, j) => (j === 2 ? 3 : 0))],
  ['nothing but zeros', filled(30, 5, () => 0)],
]

describe('preprocessStreamed', () => {
  for (const [title, view] of cases)
    it(`gives the bytes of preprocessView: ${title}`, () => {
      const expected = drain(preprocessView(kernels, view, new Random(1)))
      const source = blocked(view, 128)
      const streamed = drain(preprocessStreamed(kernels, source, isWords(view), new Random(1), undefined))
      expect(streamed.kind).toBe(expected.kind)
      expect(streamed.present).toEqual(expected.present)
      expect(streamed.scores).toEqual(expected.scores)
      expect(streamed.transform).toEqual(expected.transform)
    })

  it('leaves the memory of the kernels as it was', () => {
    const mark = kernels.mark()
    drain(preprocessStreamed(kernels, blocked(filled(50, 8, measured), 12), false, new Random(1), undefined))
    expect(kernels.mark()).toBe(mark)
  })
})
