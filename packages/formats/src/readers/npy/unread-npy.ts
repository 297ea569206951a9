import { badFile } from '../../bytes/bad-file.ts'
import type { ByteSource } from '../../bytes/byte-source.ts'
import { decodeNumbers, numberBytes } from '../../bytes/decode-numbers.ts'
import { readRuns } from '../../bytes/read-runs.ts'
import { type DenseValue, entries, type ReadPart, type StoredValue } from '../../bytes/stored-value.ts'
import { npyNumbers, readNpy, readNpyHeader } from './read.ts'

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
    const own = part.end - part.begin
    const runs =
      order === axis
        ? { first: part.begin * others * width, length: own * others * width, stride: own * others * width, count: 1 }
        : { first: part.begin * width, length: own * width, stride: samples * width, count: others }
    const bytes = await readRuns(runs, (at, length) => source.slice(begin + at, begin + at + length))
    const lengths = axis === 'rows' ? [own, ...shape.slice(1)] : [shape[0], own]
    return { type: 'dense', shape: lengths, order, data: decodeNumbers(bytes, format, littleEndian) }
  }
  return { type: 'dense', shape, order, data: new Float64Array(0), readPart, npyPath: source.path }
}
