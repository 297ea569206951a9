import { badFile } from '../../bytes/bad-file.ts'
import type { Hdf5Bytes } from './bytes.ts'

const deepestTree = 8

/** All records of a version 2 B-tree, `most` at most; `what` names them in messages. Source: HDF5 file format specification, III.A.2. */
export async function listTreeRecords(
  file: Hdf5Bytes,
  address: number,
  most: number,
  what: string,
): Promise<Uint8Array[]> {
  const head = await file.fields(address, 16 + file.sizes.offset + 2)
  head.expect('BTHD')
  head.skip(2)
  const nodeBytes = head.u32()
  const recordBytes = head.u16()
  const depth = head.u16()
  head.skip(2)
  const root = head.offset()
  const count = head.u16()
  if (!(recordBytes > 4 && nodeBytes > 10 + recordBytes && depth <= deepestTree))
    throw badFile(file.name, `has a damaged index of ${what}, get the file again`)
  const leafMost = Math.floor((nodeBytes - 10) / recordBytes)
  const countBytes = bytesFor(leafMost)
  const totals = [{ most: leafMost, bytes: 0 }]
  for (let level = 1; level <= depth; level++) {
    const pointer = file.sizes.offset + countBytes + totals[level - 1].bytes
    const records = Math.floor((nodeBytes - 10 - pointer) / (recordBytes + pointer))
    const total = (records + 1) * totals[level - 1].most + records
    totals.push({ most: total, bytes: bytesFor(total) })
  }
  const found: Uint8Array[] = []
  const visit = async (node: number, records: number, level: number): Promise<void> => {
    const fields = await file.fields(node, nodeBytes)
    fields.expect(level === 0 ? 'BTLF' : 'BTIN')
    fields.skip(2)
    if (found.length + records > most) throw badFile(file.name, `has more than ${most} ${what}`)
    for (let r = 0; r < records; r++) found.push(fields.take(recordBytes))
    if (level === 0) return
    for (let child = 0; child <= records; child++) {
      const place = fields.offset()
      const inside = wide(fields.take(countBytes))
      fields.skip(totals[level - 1].bytes)
      await visit(place, inside, level - 1)
    }
  }
  if (count > 0) await visit(root, count, depth)
  return found
}

function bytesFor(largest: number): number {
  return Math.floor(Math.log2(Math.max(1, largest)) / 8) + 1
}

/** An unsigned integer of any number of bytes, lowest first. */
export function wide(bytes: Uint8Array): number {
  let value = 0
  for (let b = bytes.length - 1; b >= 0; b--) value = value * 256 + bytes[b]
  return value
}
