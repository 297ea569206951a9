import { badFile } from '../../bytes/bad-file.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { checkSparse, type DenseValue, type StoredValue, type Variable } from '../../bytes/stored-value.ts'
import { Hdf5Bytes } from './bytes.ts'
import { Hdf5Object } from './object.ts'
import { unreadDense, unreadSparse } from './unread-matrix.ts'

const deepest = 32
const objectBytes = 256

interface Reading {
  /** What was read so far by address; each object is converted once, however many cells point to it. */
  values: Map<number, StoredValue | 'open'>
  /** True for a matrix that is to stay unread, told by its name. */
  leaves: (name: string) => boolean
}

/**
 * Reads all variables of an HDF5 file: MATLAB v7.3 (cells by reference, structs, sparse, text; its arrays are stored transposed) and
 * plain HDF5 (groups as records). Of matrices that `leaves` names only the outline is read, so that parts can be read later (`readPart`); by default none.
 * Our own reader, because the C library does not return on some damaged files.
 */
export async function readHdf5(
  source: ByteSource,
  leaves: (name: string) => boolean = () => false,
): Promise<Variable[]> {
  const file = await Hdf5Bytes.open(source)
  const root = await Hdf5Object.at(file, file.root)
  if (!root.isGroup) throw badFile(source.name, 'begins with something that is no group, get the file again')
  const reading: Reading = { values: new Map([[root.address, 'open']]), leaves }
  const variables: Variable[] = []
  for (const name of await root.names()) {
    if (name.startsWith('#')) continue
    const object = await root.child(name)
    if (object) variables.push({ name, value: await convert(object, name, reading, 0) })
  }
  return variables
}

async function convert(object: Hdf5Object, name: string, reading: Reading, depth: number): Promise<StoredValue> {
  const { file, address } = object
  const { values } = reading
  const earlier = values.get(address)
  if (earlier === 'open' || depth > deepest)
    throw badFile(file.name, 'has cells or groups that hold themselves, get the file again')
  if (earlier) return earlier
  file.budget.claim(objectBytes, 'the list of arrays')
  if (!object.isDataset && !object.isGroup && !object.isDatatype)
    throw badFile(file.name, `has an object "${name}" that is no array and no group, get the file again`)
  values.set(address, 'open')
  const value = await (object.isDataset ? convertDataset : convertGroup)(object, name, reading, depth)
  values.set(address, value)
  return value
}

async function convertDataset(object: Hdf5Object, name: string, reading: Reading, depth: number): Promise<StoredValue> {
  const matlabClass = await object.text('MATLAB_class')
  if (await object.attribute('MATLAB_empty'))
    return { type: 'dense', shape: [0, 0], order: 'columns', data: new Float64Array(0) }
  const unread = reading.leaves(name) && matlabClass !== 'char' ? unreadDense(object, matlabClass !== '') : null
  if (unread) return unread
  const value = await object.read()
  if (value.type === 'references') {
    const items: StoredValue[] = []
    for (const address of value.addresses)
      items.push(await convert(await Hdf5Object.at(object.file, address), name, reading, depth + 1))
    return { type: 'list', items }
  }
  if (value.type !== 'dense' || !matlabClass) return value
  const shape = [...value.shape].reverse()
  if (matlabClass === 'char') return { type: 'text', values: textRows(object.file, value, shape[0]) }
  return { ...value, shape, order: 'columns' }
}

async function convertGroup(object: Hdf5Object, name: string, reading: Reading, depth: number): Promise<StoredValue> {
  const sparse = (await object.attribute('MATLAB_sparse')) ?? undefined
  if (sparse) return convertSparse(object, sparse, reading.leaves(name))
  const fields = new Map<string, StoredValue>()
  for (const field of await object.names()) {
    const child = await object.child(field)
    // Paths of nested groups grow with each of them.
    object.file.budget.claim(name.length + field.length, 'the names of its arrays')
    if (child) fields.set(field, await convert(child, `${name}.${field}`, reading, depth + 1))
  }
  return { type: 'record', fields }
}

async function convertSparse(object: Hdf5Object, rowCount: unknown, leave: boolean): Promise<StoredValue> {
  const rows = (rowCount as DenseValue).data?.[0]
  const read = async (name: string) => {
    const value = await (await object.child(name))?.read()
    return value?.type === 'dense' ? value.data : new Float64Array(0)
  }
  const pointers = await read('jc')
  object.file.budget.claim(8 * rows, `a sparse array with ${rows} rows`)
  const { name: file } = object.file
  const outline = { shape: [rows, pointers.length - 1] as const, order: 'columns' as const, pointers }
  if (leave)
    return unreadSparse({ file, ...outline, values: await object.child('data'), indices: await object.child('ir') })
  const [values, indices] = [await read('data'), await read('ir')]
  return checkSparse(file, { type: 'sparse', ...outline, values, indices })
}

function textRows(file: Hdf5Bytes, value: DenseValue, rows: number): string[] {
  if (!(rows > 0)) return ['']
  file.budget.claim(rows * 64 + value.data.length * 2, 'text')
  return Array.from({ length: rows }, (_, i) => {
    let text = ''
    for (let c = i; c < value.data.length; c += rows) text += String.fromCharCode(value.data[c])
    return text.trimEnd()
  })
}
