import { readFileSync } from 'node:fs'
import { InputError } from '@manyview/core'
import { bytesSource, readDataset } from '@manyview/formats'
import { gzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'

const read = (name: string, bytes: Uint8Array) => readDataset([bytesSource(name, bytes)])
const zeros = (bytes: number) => new Uint8Array(bytes)

/** A tar archive of one entry; `size` is what its header says. */
function tar(name: string, content: string, { size = content.length, kind = '0', link = '' } = {}): Uint8Array {
  const bytes = new Uint8Array(512 * (2 + Math.ceil(content.length / 512)))
  const put = (text: string, at: number) => bytes.set(new TextEncoder().encode(text), at)
  put(name, 0)
  put(`${size.toString(8).padStart(11, '0')} `, 124)
  put('        ', 148)
  put(kind, 156)
  put(link, 157)
  put('ustar\x0000', 257)
  put(content, 512)
  const sum = bytes.subarray(0, 512).reduce((total, byte) => total + byte, 0)
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return bytes
}

describe('files that grow', () => {
  it('a zip archive whose members lie over each other is refused', async () => {
    const archive = zipSync({ 'a.csv': new TextEncoder().encode('x,y\n1,2\n3,4\n'.repeat(200)) })
    const directory = new DataView(archive.buffer).getUint32(archive.length - 6, true)
    const entry = archive.slice(directory, archive.length - 22)
    const copies = 50
    const bomb = new Uint8Array(directory + copies * entry.length + 22)
    bomb.set(archive.subarray(0, directory))
    for (let copy = 0; copy < copies; copy++) bomb.set(entry, directory + copy * entry.length)
    bomb.set(archive.subarray(archive.length - 22), bomb.length - 22)
    const tail = new DataView(bomb.buffer, bomb.length - 22)
    tail.setUint16(10, copies, true)
    tail.setUint32(12, copies * entry.length, true)
    new DataView(bomb.buffer, directory).setUint32(20, bomb.length, true)
    await expect(read('a.zip', bomb)).rejects.toThrow('is a damaged zip archive (its files take')
  })

  it('an archive within an archive is refused, told by its name or by its content', async () => {
    const inner = zipSync({ 'a.csv': new TextEncoder().encode('1,2\n') })
    await expect(read('a.zip', zipSync({ 'b.zip': inner }))).rejects.toThrow(
      'holds another archive (b.zip), unpack it once',
    )
    await expect(read('a.zip', zipSync({ 'b.csv': inner }))).rejects.toThrow('is an archive within an archive')
  })

  it('gzip in gzip is refused', async () => {
    await expect(read('a.csv.gz', gzipSync(gzipSync(zeros(1000))))).rejects.toThrow('is compressed twice')
  })

  it.each(['bz2', 'xz', 'zst'])(
    'a small .%s file that would grow to 100 MB is refused with both sizes',
    async (ending) => {
      const packed = readFileSync(new URL(`../fixtures/bombs/zeros.csv.${ending}`, import.meta.url))
      await expect(read('a.csv', new Uint8Array(packed))).rejects.toThrow(
        /would grow from \d+ to (more than )?\d+ bytes/,
      )
    },
  )

  it('an R sequence that claims more numbers than its file may is refused', async () => {
    const words = [3, 0x40300, 0x30500, 5, 0x5554462d, 0x38000000]
    const bytes = new Uint8Array(200)
    bytes.set([88, 10])
    const view = new DataView(bytes.buffer)
    words.forEach((word, i) => {
      view.setInt32(2 + 4 * i, word)
    })
    view.setInt32(2 + 4 * 4 + 5, 14)
    view.setInt32(2 + 4 * 4 + 9, 2 ** 30)
    await expect(read('a.rds', bytes)).rejects.toThrow('is a damaged R file (1073741824 elements with')
  })
})

describe('tar archives', () => {
  it('lengths beyond the file are refused', async () => {
    await expect(read('a.tar', tar('a.csv', '1,2\n', { size: 5000 }))).rejects.toThrow(
      'is a damaged tar archive (5000 bytes at 512 of 1536)',
    )
  })

  it('links are not followed, also not to themselves', async () => {
    const cyclic = tar('a.csv', '', { kind: '2', link: 'a.csv' })
    await expect(read('a.tar', cyclic)).rejects.toThrow('holds no data file (nothing)')
  })

  it('a damaged header is refused', async () => {
    const bytes = new Uint8Array([...tar('a.csv', '1,2\n').subarray(0, 1024), ...tar('b.csv', '1,2\n')])
    bytes[1030] ^= 1
    await expect(read('a.tar', bytes)).rejects.toThrow(InputError)
  })
})

it('an NPZ of 0.1 MB that would grow to 80 MB is refused before anything is unpacked', async () => {
  const bomb = zipSync({ 'a.npy': zeros(80e6) })
  expect(bomb.length).toBeLessThan(100_000)
  await expect(read('a.npz', bomb)).rejects.toThrow(/a\.npz: would grow from \d+ to 80000000 bytes \(limit \d+\)/)
})
