import type { DenseView } from '@manyview/core'
import { bytesSource, readDataset, writeNpy } from '@manyview/formats'
import { zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'

/** The same archive with one member, its sizes and places written as zip64 does for files beyond 4 GiB. */
function asZip64(archive: Uint8Array): Uint8Array {
  const old = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  const endAt = archive.length - 22
  const directoryAt = old.getUint32(endAt + 16, true)
  const entry = archive.slice(directoryAt, endAt)
  const nameLength = new DataView(entry.buffer).getUint16(28, true)
  const central = new Uint8Array(46 + nameLength + 28)
  central.set(entry.subarray(0, 46 + nameLength))
  const fields = new DataView(central.buffer)
  const extra = 46 + nameLength
  fields.setUint16(30, 28, true)
  fields.setUint16(extra, 1, true)
  fields.setUint16(extra + 2, 24, true)
  ;[24, 20, 42].forEach((at, i) => {
    fields.setBigUint64(extra + 4 + 8 * i, BigInt(fields.getUint32(at, true)), true)
    fields.setUint32(at, 0xffffffff, true)
  })
  const end = new Uint8Array(56 + 20 + 22)
  const tail = new DataView(end.buffer)
  tail.setUint32(0, 0x06064b50, true)
  tail.setBigUint64(24, 1n, true)
  tail.setBigUint64(32, 1n, true)
  tail.setBigUint64(40, BigInt(central.length), true)
  tail.setBigUint64(48, BigInt(directoryAt), true)
  tail.setUint32(56, 0x07064b50, true)
  tail.setBigUint64(64, BigInt(directoryAt + central.length), true)
  tail.setUint32(76, 0x06054b50, true)
  tail.setUint16(86, 0xffff, true)
  tail.setUint32(88, 0xffffffff, true)
  tail.setUint32(92, 0xffffffff, true)
  return Uint8Array.from([...archive.subarray(0, directoryAt), ...central, ...end])
}

describe('NPZ archives', () => {
  const archive = zipSync({ 'X.npy': writeNpy(Float64Array.from([1, 2, 3, 4]), [2, 2]) })

  it('with zip64 sizes and places are read', async () => {
    const { views } = await readDataset([bytesSource('a.npz', asZip64(archive))], { samples: 'rows' })
    expect(Array.from((views[0].view as DenseView).data)).toEqual([1, 2, 3, 4])
  })

  it('with a wrong checksum are refused', async () => {
    const damaged = archive.slice()
    const directory = new DataView(damaged.buffer).getUint32(damaged.length - 6, true)
    damaged[directory + 16] ^= 1
    await expect(readDataset([bytesSource('a.npz', damaged)])).rejects.toThrow('"X.npy" has a wrong checksum')
  })
})
