import { badFile } from '../../bytes/bad-file.ts'
import { type ByteSource, fileStem } from '../../bytes/byte-source.ts'
import { MemoryBudget } from '../../bytes/memory-budget.ts'
import { checkSparse, type StoredValue, type Variable } from '../../bytes/stored-value.ts'
import { openZip } from '../archive/zip.ts'
import { readNpy } from './read.ts'

/** Reads the arrays of an NPZ archive; one saved by scipy.sparse.save_npz is a single sparse matrix named after the file. */
export async function readNpz(source: ByteSource): Promise<Variable[]> {
  const variables: Variable[] = []
  for (const { name, read } of await openZip(source))
    if (name.endsWith('.npy'))
      variables.push({ name: name.slice(0, -4), value: readNpy(`${source.name}/${name}`, await read()) })
  const sparse = sparseMatrix(source, new Map(variables.map(({ name, value }) => [name, value])))
  return sparse ? [{ name: fileStem(source.name), value: sparse }] : variables
}

function sparseMatrix(source: ByteSource, arrays: Map<string, StoredValue>): StoredValue | undefined {
  const format = arrays.get('format')
  const layout = format?.type === 'text' ? format.values[0] : undefined
  if (layout !== undefined && arrays.has('data') && arrays.has('shape') && layout !== 'csr' && layout !== 'csc')
    throw badFile(
      source.name,
      `is a sparse matrix in SciPy's layout "${layout}", which is not read, save it with scipy.sparse.save_npz(file, matrix.tocsr())`,
    )
  const [data, indices, indptr, shape] = ['data', 'indices', 'indptr', 'shape'].map((name) => arrays.get(name))
  if (
    data?.type !== 'dense' ||
    indices?.type !== 'dense' ||
    indptr?.type !== 'dense' ||
    shape?.type !== 'dense' ||
    layout === undefined
  )
    return undefined
  const [rows, columns] = shape.data
  new MemoryBudget(source).claim(8 * (rows + columns), `a sparse matrix of ${rows}×${columns}`)
  return checkSparse(source.name, {
    type: 'sparse',
    shape: [rows, columns],
    order: layout === 'csc' ? 'columns' : 'rows',
    values: data.data,
    indices: indices.data,
    pointers: indptr.data,
  })
}
