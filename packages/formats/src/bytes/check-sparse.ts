import { badFile } from './bad-file.ts'
import type { SparseValue } from './stored-value.ts'

/** Checks that starts rise from 0 to the number of entries and that indices lie within the shape; gives the value without what stands behind the last entry. */
export function checkSparse(file: string, value: SparseValue): SparseValue {
  const { shape, order, values, indices, pointers } = value
  const lines = order === 'columns' ? shape[1] : shape[0]
  const across = order === 'columns' ? shape[0] : shape[1]
  const bad = (message: string) => badFile(file, `holds a sparse matrix that ${message}, get the file again`)
  if (!(Number.isInteger(lines) && lines >= 0 && across >= 0) || pointers.length !== lines + 1)
    throw bad(`has ${pointers.length} starts for ${lines} ${order}`)
  const count = pointers[lines]
  if (pointers[0] !== 0 || !(count <= Math.min(indices.length, values.length)))
    throw bad(`declares ${count} entries but holds ${Math.min(indices.length, values.length)}`)
  for (let i = 0; i < lines; i++)
    if (!(pointers[i] <= pointers[i + 1] && Number.isInteger(pointers[i + 1])))
      throw bad(`ends number ${i + 1} of its ${order} before it begins`)
  for (let p = 0; p < count; p++)
    if (!(indices[p] >= 0 && indices[p] < across && Number.isInteger(indices[p])))
      throw bad(`has an entry at ${indices[p]} of ${across}`)
  return { ...value, values: values.subarray(0, count), indices: indices.subarray(0, count) }
}
