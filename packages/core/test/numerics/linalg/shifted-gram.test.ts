import { expect, it } from 'vitest'
import { matrix, transposeMultiply } from '../../../src/numerics/linalg/matrix.ts'
import { randomisedSvd } from '../../../src/numerics/linalg/randomised-svd.ts'
import { shiftedGram } from '../../../src/numerics/linalg/shifted-gram.ts'
import { shiftedOperator } from '../../../src/numerics/linalg/shifted-operator.ts'
import { Random } from '../../../src/numerics/random/random.ts'
import { KernelMatrix } from '../../../src/runtime/kernels/kernel-matrix.ts'
import { Kernels } from '../../../src/runtime/kernels/kernels.ts'
import { singleProcess } from '../../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../../src/runtime/steps.ts'
import { sparseRows } from '../../../src/views/sparse-rows.ts'

const kernels = await Kernels.load()

/** Counts of words, what is taken off them and what their rows are multiplied by. */
function words(rows: number, columns: number) {
  const random = new Random(8)
  const counts = Float64Array.from({ length: rows * columns }, () => (random.below(9) === 0 ? random.uniform() : 0))
  const shift = Float64Array.from({ length: columns }, () => random.uniform() / 9)
  const scales = Float64Array.from({ length: rows }, () => random.below(4))
  return { a: sparseRows(matrix(rows, columns, counts)), counts, shift, scales }
}

it('is the Gram matrix of rows that are shifted and scaled, with the bytes of plain sums over the rows', () => {
  for (const [rows, columns] of [
    [0, 3],
    [40, 1],
    [70, 33],
    [30, 600],
  ]) {
    const { a, counts, shift, scales } = words(rows, columns)
    const gram = runToEnd(shiftedGram(kernels, a, shift, scales, singleProcess))
    const centred = matrix(
      rows,
      columns,
      counts.map((value, p) => scales[Math.floor(p / columns)] * (value - shift[p % columns])),
    )
    const expected = transposeMultiply(centred, centred)
    const sum = (value: (i: number) => number) => {
      let all = 0
      for (let i = 0; i < rows; i++) all += value(i)
      return all
    }
    const weight = (i: number) => scales[i] * scales[i]
    const [total, entry] = [sum(weight), (i: number, j: number) => counts[i * columns + j]]
    for (let i = 0; i < columns; i++)
      for (let j = i; j < columns; j += 7) {
        const found = gram.data[i * columns + j]
        expect(Math.abs(found - expected.data[i * columns + j])).toBeLessThan(1e-12 * Math.max(total, 1))
        expect(gram.data[j * columns + i]).toBe(found)
        const product = sum((row) => weight(row) * entry(row, i) * entry(row, j))
        const [one, other] = [i, j].map((f) => sum((row) => weight(row) * entry(row, f)))
        expect(found).toBe(product - one * shift[j] - other * shift[i] + total * shift[i] * shift[j])
      }
  }
})

it('gives the same for rows that are read in blocks', () => {
  const { a, shift, scales } = words(50, 20)
  const { rows, columns, values, indices, pointers } = a
  const blocked = {
    ...{ rows, columns, blockRows: 7 },
    readSparseRows: (begin: number, end: number) => ({
      values: values.slice(pointers[begin], pointers[end]),
      indices: indices.slice(pointers[begin], pointers[end]),
      pointers: pointers.slice(begin, end + 1).map((at) => at - pointers[begin]),
    }),
  }
  expect(runToEnd(shiftedGram(kernels, blocked, shift, scales, singleProcess))).toEqual(
    runToEnd(shiftedGram(kernels, a, shift, scales, singleProcess)),
  )
})

it('has the singular vectors that the operator has', () => {
  const { a, shift, scales } = words(700, 450)
  const x = shiftedOperator(new KernelMatrix(kernels, a), shift, scales, singleProcess)
  const gram = runToEnd(shiftedGram(kernels, a, shift, scales, singleProcess))
  const without = runToEnd(randomisedSvd(kernels, x, 3, new Random(1), singleProcess))
  const { u, s } = runToEnd(randomisedSvd(kernels, x, 3, new Random(1), singleProcess, undefined, gram))
  for (let j = 0; j < 3; j++) expect(Math.abs(s[j] / without.s[j] - 1)).toBeLessThan(1e-8)
  const same = transposeMultiply(u, without.u)
  for (let j = 0; j < 3; j++) expect(Math.abs(Math.abs(same.data[4 * j]) - 1)).toBeLessThan(1e-6)
})
