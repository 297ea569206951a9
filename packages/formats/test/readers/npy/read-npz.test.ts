import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { bytesSource } from '../../../src/bytes/byte-source.ts'
import { readNpz } from '../../../src/readers/npy/read.ts'
import { writeNpy } from '../../../src/results/write-arrays.ts'

const numbers = (...values: number[]) => writeNpy(Float64Array.from(values), [values.length])
/** A text as numpy stores it: one string of so many letters. */
function text(word: string): Uint8Array {
  const header = `{'descr': '|S${word.length}', 'fortran_order': False, 'shape': (), }`.padEnd(117)
  return Uint8Array.from([0x93, ...Buffer.from('NUMPY'), 1, 0, 118, 0, ...Buffer.from(`${header}\n${word}`)])
}
const csr = {
  'data.npy': numbers(1, 2, 3),
  'indices.npy': numbers(0, 2, 1),
  'indptr.npy': numbers(0, 2, 3),
  'shape.npy': numbers(2, 3),
  'format.npy': text('csr'),
}
const read = (files: Record<string, Uint8Array>) => readNpz(bytesSource('m.npz', zipSync(files)))

describe('an NPZ archive', () => {
  it('of scipy is one sparse matrix under the name of the file, by rows or by columns', async () => {
    const matrix = (order: string) => [
      {
        name: 'm',
        value: expect.objectContaining({
          ...{ type: 'sparse', shape: [2, 3], order },
          values: Float64Array.of(1, 2, 3),
          indices: Float64Array.of(0, 2, 1),
          pointers: Float64Array.of(0, 2, 3),
        }),
      },
    ]
    expect(await read(csr)).toEqual(matrix('rows'))
    const csc = {
      ...csr,
      'format.npy': text('csc'),
      'indptr.npy': numbers(0, 2, 3, 3),
      'indices.npy': numbers(0, 1, 0),
    }
    expect((await read(csc))[0].value).toMatchObject({ type: 'sparse', order: 'columns', shape: [2, 3] })
  })

  it('that lacks a part of a sparse matrix, or has a text in its place, is arrays', async () => {
    for (const lost of ['data', 'indices', 'indptr', 'shape']) {
      const { [`${lost}.npy` as keyof typeof csr]: _, ...rest } = csr
      expect(
        (await read(rest)).map(({ name }) => name),
        lost,
      ).toEqual(Object.keys(rest).map((name) => name.slice(0, -4)))
      expect((await read({ ...csr, [`${lost}.npy`]: text('abc') })).length, lost).toBe(5)
    }
    const { 'format.npy': _, ...plain } = csr
    expect((await read({ ...plain, 'read.me': Uint8Array.of(1) })).map(({ name }) => name)).toEqual([
      'data',
      'indices',
      'indptr',
      'shape',
    ])
  })

  it('in another layout of scipy is refused by its name, as is a size that no such file can have', async () => {
    await expect(read({ ...csr, 'format.npy': text('dia') })).rejects.toThrow(
      'm.npz: is a sparse matrix in SciPy\'s layout "dia", which is not read, save it with scipy.sparse.save_npz(file, matrix.tocsr())',
    )
    await expect(read({ ...csr, 'shape.npy': numbers(1e9, 3) })).rejects.toThrow(
      'a sparse matrix of 1000000000×3 needs',
    )
    const { 'shape.npy': _, ...shapeless } = csr
    expect((await read({ ...shapeless, 'format.npy': text('dia') })).length).toBe(4)
  })
})
