import { InputError } from '@manyview/core'
import { type Zippable, zipSync } from 'fflate'

const descriptors = new Map<unknown, string>([
  [Float64Array, '<f8'],
  [Float32Array, '<f4'],
  [Int32Array, '<i4'],
  [Uint8Array, '|u1'],
])

/** The bytes of an NPY file (version 1, row-major) with these numbers: float64, float32, int32 or uint8, rows × columns or a vector. */
export function writeNpy(
  data: Float64Array | Float32Array | Int32Array | Uint8Array,
  shape: number[] = [data.length],
): Uint8Array {
  const count = shape.reduce((product, length) => product * length, 1)
  if (count !== data.length)
    throw new InputError(`has ${data.length} values for ${shape.join('×')}`, { code: 'shape', argument: 'data' })
  const sizes = shape.length === 1 ? `${shape[0]},` : shape.join(', ')
  const header = `{'descr': '${descriptors.get(data.constructor)}', 'fortran_order': False, 'shape': (${sizes}), }`
  const begin = Math.ceil((10 + header.length + 1) / 64) * 64
  const bytes = new Uint8Array(begin + data.byteLength)
  bytes.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, (begin - 10) & 255, (begin - 10) >> 8])
  bytes.set(new TextEncoder().encode(`${header.padEnd(begin - 11)}\n`), 10)
  bytes.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), begin)
  return bytes
}

/** A column of a Parquet file: text, numbers, or whole numbers. */
export interface ParquetColumn {
  name: string
  values: string[] | Float64Array | Float32Array | Int32Array
}

/** The bytes of a Parquet file (snappy) with these columns, all of the same length. */
export async function writeParquet(columns: ParquetColumn[]): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import('hyparquet-writer')
  const buffer = parquetWriteBuffer({
    columnData: columns.map(({ name, values }) => ({
      name,
      data: values as string[],
      type: typeOf(values),
      nullable: false,
    })),
  })
  return new Uint8Array(buffer)
}

function typeOf(values: ParquetColumn['values']): 'STRING' | 'DOUBLE' | 'FLOAT' | 'INT32' {
  if (values instanceof Float64Array) return 'DOUBLE'
  if (values instanceof Float32Array) return 'FLOAT'
  return values instanceof Int32Array ? 'INT32' : 'STRING'
}

/** The bytes of a zip archive of some files, by name (`figures/map.svg` is in a folder): the same files give the same bytes. O(bytes). */
export function zipFiles(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const encoder = new TextEncoder()
  const members: Zippable = {}
  for (const [name, content] of Object.entries(files))
    members[name] = typeof content === 'string' ? encoder.encode(content) : content
  // The time of the archive would change its bytes; this is the earliest that zip knows.
  return zipSync(members, { mtime: new Date(1980, 0, 1), level: 6 })
}
