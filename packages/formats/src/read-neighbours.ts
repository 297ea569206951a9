import type { SparseView } from '@manyview/core'
import { badFile } from './bytes/bad-file.ts'
import type { ByteSource } from './bytes/byte-source.ts'
import { readNpz } from './npy/read-npz.ts'
import { unpack } from './unpack.ts'

/** Reads neighbours that were found elsewhere: an NPZ file of scipy.sparse.save_npz whose row i has the distances of sample i from its neighbours (n×n, CSR). */
export async function readNeighbours(given: ByteSource): Promise<SparseView> {
  const { file, format } = await unpack(given)
  const hint = 'save one with scipy.sparse.save_npz(file, matrix.tocsr())'
  if (format !== 'npz') throw badFile(file.name, `is no NPZ file of a sparse matrix, ${hint}`)
  const [{ value }] = await readNpz(file)
  if (value.type !== 'sparse') throw badFile(file.name, `holds no sparse matrix, ${hint}`)
  if (value.order !== 'rows') throw badFile(file.name, `is stored along its columns (CSC), ${hint}`)
  const [samples, features] = value.shape
  return { samples, features, values: value.values, indices: value.indices, pointers: value.pointers }
}
