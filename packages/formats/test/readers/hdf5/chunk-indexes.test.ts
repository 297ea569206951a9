import { readFileSync } from 'node:fs'
import { bytesSource } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import { lookup3 } from '../../../src/bytes/checksums.ts'
import { readHdf5 } from '../../../src/readers/hdf5/read.ts'

const bytes = (name: string) => new Uint8Array(readFileSync(new URL(name, import.meta.url)))
const written = (length: number) => Array.from({ length }, (_, p) => (p % 7) + 0.5)

/** Puts the right checksum behind the `length` bytes from `at` on. */
function seal(file: Uint8Array<ArrayBuffer>, at: number, length: number): Uint8Array<ArrayBuffer> {
  new DataView(file.buffer, file.byteOffset).setUint32(at + length, lookup3(file.subarray(at, at + length)), true)
  return file
}

async function numbers(name: string, from = bytes('indexes.h5')): Promise<number[] | undefined> {
  const value = (await readHdf5(bytesSource('x.h5', from))).find((variable) => variable.name === name)?.value
  return value?.type === 'dense' ? Array.from(value.data) : undefined
}

describe('chunks in every kind of index', () => {
  it.each([
    ['single', 48],
    ['single packed', 48],
    ['fixed packed', 48],
    ['fixed with room', 48],
    ['grown packed', 48],
    ['grown in the second dimension', 48],
    ['grown far', 300],
    ['tree packed', 48],
    ['tree of two levels', 160],
    ['three dimensions', 60],
  ])('%s give the numbers that were written', async (name, length) => {
    expect(await numbers(name)).toEqual(written(length))
  })

  it('have the fill value where blocks and pages of a long index were never written', async () => {
    const wanted: number[] = new Array(200_000).fill(5)
    for (const [place, value] of [
      [0, 1],
      [3, 2],
      [4, 3],
      [20, 4],
      [150_000, 7],
      [199_999, 9],
    ])
      wanted[place] = value
    expect(await numbers('long')).toEqual(wanted)
  })
})

it('chunks whose lengths take three bytes each are read', async () => {
  const values = (await numbers('X', bytes('wide-chunk.h5')))!
  expect(values.length).toBe(140_000)
  expect(values.findIndex((value, p) => value !== (p % 256) % 7)).toBe(-1)
})

describe('the index of an array that cannot grow', () => {
  const file = bytes('fixed-packed.h5')
  const head = Buffer.from(file).indexOf('FAHD')
  const changed = (at: number, value: number) => {
    const copy = file.slice()
    copy[head + at] = value
    return seal(copy, head, 24)
  }

  it('may have sizes of eight bytes', async () => {
    const view = new DataView(file.buffer, file.byteOffset)
    const old = file[head + 6]
    const count = Number(view.getBigUint64(head + 8, true))
    const block = Number(view.getBigUint64(head + 16, true))
    const wide: number[] = [...file.subarray(block, block + 14)]
    for (let i = 0; i < count; i++) {
      const at = block + 14 + i * old
      const size = [...file.subarray(at + 8, at + old - 4)]
      wide.push(...file.subarray(at, at + 8), ...size, ...new Array(8 - size.length).fill(0))
      wide.push(...file.subarray(at + old - 4, at + old))
    }
    const longer = new Uint8Array(file.length + wide.length + 4)
    longer.set(changed(6, 20))
    longer.set(wide, file.length)
    new DataView(longer.buffer).setBigUint64(head + 16, BigInt(file.length), true)
    seal(seal(longer, head, 24), file.length, wide.length)
    expect(await numbers('X', longer)).toEqual(written(48))
  })

  it.each([12, 21, 0, 8])('is refused with elements of %i bytes', async (size) => {
    await expect(numbers('X', changed(6, size))).rejects.toThrow(
      `x.h5: has an index of chunks with elements of ${size} bytes, get the file again`,
    )
  })

  it('is refused without its signatures', async () => {
    await expect(numbers('X', changed(0, 1))).rejects.toThrow('x.h5: is damaged: FAHD expected, get the file again')
  })
})

describe('the index of an array that can grow', () => {
  const file = bytes('few-chunks.h5')
  const head = Buffer.from(file).indexOf('EAHD')
  const read = (at: number, value: number) => {
    const copy = file.slice()
    copy[head + at] = value
    return numbers('X', seal(copy, head, 68))
  }

  it('is read where all chunks stand in its first block, whatever it says of pages', async () => {
    expect(await numbers('X', file)).toEqual(written(8))
    expect(await read(11, 31)).toEqual(written(8))
  })

  it('is refused where its first block is as long as it would not be with these numbers', async () => {
    await expect(read(7, 64)).rejects.toThrow('x.h5: has metadata with a wrong checksum')
    await expect(read(9, 1)).rejects.toThrow('x.h5: has metadata with a wrong checksum')
  })

  it.each([
    ['more than 64 bits', 7, 65],
    ['blocks of 3 elements', 9, 3],
    ['blocks of no element', 9, 0],
    ['3 pointers', 10, 3],
    ['no pointer', 10, 0],
    ['pages of 32 bits', 11, 32],
  ])('is refused with %s', async (_, at, value) => {
    await expect(read(at, value)).rejects.toThrow('x.h5: has a damaged index of chunks, get the file again')
  })

  it('is refused with elements that are no addresses, and without its signature', async () => {
    await expect(read(6, 9)).rejects.toThrow('x.h5: has an index of chunks with elements of 9 bytes')
    await expect(read(0, 1)).rejects.toThrow('x.h5: is damaged: EAHD expected')
  })
})
