import { badFile } from '../../bytes/bad-file.ts'
import { type ByteSource, fileStem } from '../../bytes/byte-source.ts'
import { decodeNumbers, type NumberFormat, numberBytes } from '../../bytes/decode-numbers.ts'
import { MemoryBudget } from '../../bytes/memory-budget.ts'
import { readRuns } from '../../bytes/read-runs.ts'
import {
  checkSparse,
  type DenseValue,
  entries,
  type ReadPart,
  type StoredValue,
  type Variable,
} from '../../bytes/stored-value.ts'
import { openZip } from '../archive/zip.ts'

/** Reads an NPY file as one variable, named after the file; with `leave` only the outline of a matrix. */
export async function readNpyFile(source: ByteSource, leave = false): Promise<Variable[]> {
  const value = leave ? await unreadNpy(source) : readNpy(source.name, await source.slice(0))
  return [{ name: fileStem(source.name), value }]
}

const formats = ['f2', 'f4', 'f8', 'i1', 'i2', 'i4', 'i8', 'u1', 'u2', 'u4', 'u8']
const longestHeader = 1 << 20

/** What stands before the numbers of an NPY file; `begin` is where they begin. */
export interface NpyHeader {
  descr: string
  fortran: boolean
  shape: number[]
  begin: number
}

/** Reads the header of an NPY file (versions 1 to 3) from its first bytes. */
export function readNpyHeader(name: string, bytes: Uint8Array): NpyHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 12 || bytes[0] !== 0x93 || String.fromCharCode(...bytes.subarray(1, 6)) !== 'NUMPY')
    throw badFile(name, 'is no NPY file, save it again with numpy.save')
  const version = bytes[6]
  if (version < 1 || version > 3) throw badFile(name, `has NPY version ${version}, save it as version 1, 2 or 3`)
  const lengthBytes = version === 1 ? 2 : 4
  const headerLength = version === 1 ? view.getUint16(8, true) : view.getUint32(8, true)
  const begin = 8 + lengthBytes + headerLength
  if (headerLength > longestHeader || begin > bytes.length)
    throw badFile(name, `declares a header of ${headerLength} bytes but ${bytes.length} are there, get the file again`)
  const header = new TextDecoder('latin1').decode(bytes.subarray(8 + lengthBytes, begin))
  return { ...parseHeader(name, header), begin }
}

/** How the numbers of an NPY file are stored; null where it holds something else. */
export function npyNumbers(descr: string): { format: NumberFormat; littleEndian: boolean } | null {
  const format = descr.slice(1) === 'b1' ? 'u1' : descr.slice(1)
  return formats.includes(format) ? { format: format as NumberFormat, littleEndian: descr[0] !== '>' } : null
}

/** Reads one array in NumPy's NPY format (versions 1 to 3, all number types, both orders, text). Numbers are a view of `bytes` where the host can read them as they are. */
export function readNpy(name: string, bytes: Uint8Array): StoredValue {
  const { descr, fortran, shape, begin } = readNpyHeader(name, bytes)
  const data = bytes.subarray(begin)
  const order = fortran ? 'columns' : 'rows'
  const count = entries(shape)
  const check = (size: number) => {
    if (!(count * size <= data.length))
      throw badFile(
        name,
        `declares ${shape.join('×') || '1'} values of ${size} bytes but ${data.length} bytes are there, get the file again`,
      )
    return data.subarray(0, count * size)
  }
  const numbers = npyNumbers(descr)
  if (numbers) {
    const stored = check(numberBytes(numbers.format))
    return { type: 'dense', shape, order, data: decodeNumbers(stored, numbers.format, numbers.littleEndian) }
  }
  const text = /^[<>|=]([US])(\d{1,6})$/.exec(descr)
  if (text && Number(text[2]) > 0) {
    const size = Number(text[2])
    return {
      type: 'text',
      values: decodeText(check(text[1] === 'U' ? 4 * size : size), text[1] === 'U', size, count, descr[0] !== '>'),
    }
  }
  return {
    type: 'other',
    what: descr.includes('O') ? 'Python objects (save plain numbers instead)' : `values of type ${descr}`,
  }
}

function parseHeader(name: string, header: string) {
  const descr = /'descr'\s*:\s*'([^']{2,16})'/.exec(header)?.[1]
  const fortran = /'fortran_order'\s*:\s*(True|False)/.exec(header)?.[1]
  const list = /'shape'\s*:\s*\(([\d,\s]*)\)/.exec(header)?.[1]
  if (/'descr'\s*:\s*\[/.test(header)) throw badFile(name, 'holds records with named fields, save one array a view')
  if (!descr || !fortran || list === undefined)
    throw badFile(name, 'has a header we cannot read, save it again with numpy.save')
  const shape = list
    .split(',')
    .filter((part) => part.trim())
    .map(Number)
  if (shape.length > 32 || shape.some((length) => !Number.isSafeInteger(length)))
    throw badFile(name, `has a shape we cannot read (${list.slice(0, 80)}), save it again with numpy.save`)
  return { descr, fortran: fortran === 'True', shape }
}

function decodeText(bytes: Uint8Array, wide: boolean, size: number, count: number, littleEndian: boolean): string[] {
  const codes = wide ? decodeNumbers(bytes, 'u4', littleEndian) : bytes
  return Array.from({ length: count }, (_, i) => {
    let text = ''
    for (let c = i * size; c < (i + 1) * size && codes[c] !== 0; c++)
      text += String.fromCodePoint(Math.min(codes[c], 0x10ffff))
    return text
  })
}

const headBytes = 1 << 16

/** A matrix of numbers in an NPY file of which only the header is read yet; vectors, text and all else are read. */
export async function unreadNpy(source: ByteSource): Promise<StoredValue> {
  const head = await source.slice(0, Math.min(headBytes, source.byteLength))
  const { descr, fortran, shape, begin } = readNpyHeader(source.name, head)
  const isMatrix = shape.length >= 2 && Math.min(shape[0], entries(shape.slice(1))) > 1
  const numbers = npyNumbers(descr)
  if (!isMatrix || !numbers) return readNpy(source.name, await source.slice(0))
  const { format, littleEndian } = numbers
  const width = numberBytes(format)
  if (!(begin + entries(shape) * width <= source.byteLength))
    throw badFile(
      source.name,
      `declares ${shape.join('×')} values of ${width} bytes but ${source.byteLength - begin} bytes are there, get the file again`,
    )
  const order = fortran ? 'columns' : 'rows'
  const readPart: ReadPart = async (axis, part): Promise<DenseValue | null> => {
    if (axis === 'columns' && shape.length > 2) return null
    const [samples, others] = axis === 'rows' ? [shape[0], entries(shape.slice(1))] : [shape[1], shape[0]]
    const count = part.end - part.begin
    const runs =
      order === axis
        ? {
            first: part.begin * others * width,
            length: count * others * width,
            stride: count * others * width,
            count: 1,
          }
        : { first: part.begin * width, length: count * width, stride: samples * width, count: others }
    const bytes = await readRuns(runs, (at, length) => source.slice(begin + at, begin + at + length))
    const lengths = axis === 'rows' ? [count, ...shape.slice(1)] : [shape[0], count]
    return { type: 'dense', shape: lengths, order, data: decodeNumbers(bytes, format, littleEndian) }
  }
  return { type: 'dense', shape, order, data: new Float64Array(0), readPart, npyPath: source.path }
}

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
