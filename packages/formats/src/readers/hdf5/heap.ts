import { badFile } from '../../bytes/bad-file.ts'
import { withoutPadding } from '../../bytes/without-padding.ts'
import type { Hdf5Bytes } from './bytes.ts'

const mostCollection = 2 ** 26

/** Strings of varying length: each element names a collection of the global heap and the object in it. Source: HDF5 file format specification, III.E. */
export async function readLongTexts(file: Hdf5Bytes, bytes: Uint8Array, count: number): Promise<string[]> {
  file.budget.claim(count * 64, 'text')
  const fields = file.reader(bytes)
  const collections = new Map<number, Map<number, Uint8Array>>()
  const decoder = new TextDecoder()
  const texts: string[] = []
  for (let i = 0; i < count; i++) {
    const length = fields.u32()
    const address = fields.offset()
    const index = fields.u32()
    if (length === 0 || index === 0) {
      texts.push('')
      continue
    }
    let objects = collections.get(address)
    if (!objects) collections.set(address, (objects = await readCollection(file, address)))
    const object = objects.get(index)
    if (!object || object.length < length)
      throw badFile(file.name, 'names a text that is not there, get the file again')
    file.budget.claim(length, 'text')
    texts.push(withoutPadding(decoder.decode(object.subarray(0, length))))
  }
  return texts
}

async function readCollection(file: Hdf5Bytes, address: number): Promise<Map<number, Uint8Array>> {
  const head = await file.fields(address, 8 + file.sizes.length)
  head.expect('GCOL')
  head.skip(4)
  const size = head.length()
  if (size > mostCollection) throw badFile(file.name, `has a heap of ${size} bytes, get the file again`)
  const fields = file.reader(await file.read(address, size))
  fields.skip(8 + file.sizes.length)
  const objects = new Map<number, Uint8Array>()
  while (fields.left >= 8 + file.sizes.length) {
    const index = fields.u16()
    fields.skip(6)
    const length = fields.length()
    if (index === 0) break
    objects.set(index, fields.take(length))
    fields.skip(Math.min(fields.left, (8 - (length % 8)) % 8))
  }
  return objects
}
