import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { Matrix, SparseMatrix } from '@manyview/core'
import { isSparse } from '@manyview/core/numerics'
import { unitRows } from '../../packages/core/src/numerics/linalg/scale.ts'

const kinds = { Float64Array: '<f8', Int32Array: '<i4', Uint32Array: '<u4' }

/** Writes an array as NPY. */
export function writeNpy(path: string, data: Float64Array | Int32Array | Uint32Array, shape: readonly number[]): void {
  const kind = kinds[data.constructor.name as keyof typeof kinds]
  const text = `{'descr': '${kind}', 'fortran_order': False, 'shape': (${shape.join(', ')},), }`
  const header = `${text.padEnd(117)}\n`
  const file = openSync(path, 'w')
  writeSync(
    file,
    Buffer.concat([Buffer.from('\x93NUMPY\x01\x00', 'latin1'), Buffer.from([118, 0]), Buffer.from(header)]),
  )
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  for (let at = 0; at < bytes.length; at += 2 ** 28) writeSync(file, bytes.subarray(at, at + 2 ** 28))
  closeSync(file)
}

/** The doubles of an NPY file. */
export function readNpy(path: string): Float64Array {
  const bytes = readFileSync(path)
  const start = 10 + bytes.readUInt16LE(8)
  return new Float64Array(bytes.buffer.slice(bytes.byteOffset + start, bytes.byteOffset + bytes.length))
}

/** The labels (four-byte numbers) of an NPY file. */
export function readLabels(path: string): Int32Array {
  const bytes = readFileSync(path)
  const start = 10 + bytes.readUInt16LE(8)
  return new Int32Array(bytes.buffer.slice(bytes.byteOffset + start, bytes.byteOffset + bytes.length))
}

/** Writes a view for the peers; gives what their `load` command wants. */
export function writeView(folder: string, name: string, view: Matrix | SparseMatrix): object {
  const path = (part: string) => `${folder}/${name}-${part}.npy`
  if (!isSparse(view)) {
    writeNpy(path('dense'), view.data, [view.rows, view.columns])
    return { dense: path('dense') }
  }
  writeNpy(path('values'), view.values, [view.values.length])
  writeNpy(path('indices'), Int32Array.from(view.indices), [view.indices.length])
  writeNpy(path('pointers'), Int32Array.from(view.pointers), [view.pointers.length])
  return {
    values: path('values'),
    indices: path('indices'),
    pointers: path('pointers'),
    shape: [view.rows, view.columns],
  }
}

/** The same of views whose samples are brought to unit length first, as `residentViews` does for our side: twice would make other views of rows that are nearly zero. */
export function writeUnitViews(folder: string, views: readonly (Matrix | SparseMatrix)[]): object[] {
  return views.map((view, v) => writeView(folder, String(v), unitRows(view)))
}
