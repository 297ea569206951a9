import { badFile } from '../../bytes/bad-file.ts'

/**
 * Checks the head of delta-packed numbers, of which the library believes every word: no more small blocks than there are bytes to describe them. `page` is
 * unpacked; `levelBlocks` blocks of levels, each with its length before it, come first. Source: Parquet format, DELTA_BINARY_PACKED.
 */
export function checkDelta(file: string, page: Uint8Array, levelBlocks: number): void {
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength)
  const fail = () => badFile(file, 'is a damaged Parquet file (wrong delta encoding), get the file again')
  let at = 0
  for (let block = 0; block < levelBlocks; block++) {
    if (at + 4 > page.length) throw fail()
    at += 4 + view.getUint32(at, true)
  }
  const varint = () => {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      if (at >= page.length) throw fail()
      const byte = page[at++]
      value += (byte & 127) * 2 ** shift
      if (byte < 128) return value
    }
    throw fail()
  }
  const blockSize = varint()
  const smallBlocks = varint()
  if (!(smallBlocks > 0 && smallBlocks <= page.length && blockSize > 0 && blockSize <= 2 ** 24)) throw fail()
}
