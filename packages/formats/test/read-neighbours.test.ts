import { readFileSync } from 'node:fs'
import { bytesSource, readNeighbours } from '@manyview/formats'
import { describe, expect, it } from 'vitest'

/** Files of scikit-learn's kneighbors_graph (30 points, 4 neighbours, mode="distance") and scipy.sparse.save_npz. */
const read = (name: string) =>
  readNeighbours(bytesSource(name, readFileSync(new URL(`./fixtures/neighbours/${name}`, import.meta.url))))

describe('neighbours from a file', () => {
  it('are the rows of a sparse matrix that SciPy saved', async () => {
    const { samples, features, values, indices, pointers } = await read('distances.npz')
    expect([samples, features]).toEqual([30, 30])
    expect(Array.from(pointers)).toEqual(Array.from({ length: 31 }, (_, i) => 4 * i))
    expect(Array.from(indices).slice(0, 4)).toEqual([16, 29, 23, 3])
    expect(values[0]).toBeCloseTo(0.25790365, 8)
  })

  it('are refused with what to do where the file holds something else', async () => {
    await expect(read('columns.npz')).rejects.toThrow('columns.npz: is stored along its columns (CSC), save one with')
    await expect(read('dense.npz')).rejects.toThrow('dense.npz: holds no sparse matrix, save one with')
    const text = bytesSource('labels.csv', new TextEncoder().encode('1\n2\n'))
    await expect(readNeighbours(text)).rejects.toThrow('labels.csv: is no NPZ file of a sparse matrix')
  })
})
