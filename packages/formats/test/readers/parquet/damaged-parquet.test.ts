import { readFileSync } from 'node:fs'
import { bytesSource, readDataset } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import { writeParquet } from '../../../src/results/write-arrays.ts'
import { viewRows } from '../../view-rows.ts'

const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`../../fixtures/${name}`, import.meta.url)))
const read = (bytes: Uint8Array) => readDataset([bytesSource('t.parquet', bytes)])
const withFooter = (bytes: Uint8Array, length: number) => {
  const changed = bytes.slice()
  new DataView(changed.buffer).setUint32(changed.length - 8, length, true)
  return changed
}

describe('a Parquet file', () => {
  it('is refused with both numbers where its footer cannot be as long as it says', async () => {
    const bytes = fixture('none.parquet')
    for (const length of [bytes.length - 11, bytes.length, 0xfffffff0])
      await expect(read(withFooter(bytes, length))).rejects.toThrow(
        `t.parquet: declares a footer of ${length} bytes in a file of ${bytes.length}, get the file again`,
      )
    await expect(read(withFooter(bytes, bytes.length - 12))).rejects.not.toThrow('declares a footer')
    await expect(read(Uint8Array.from([...bytes.subarray(0, 4), 1, 2, 3]))).rejects.toThrow(
      't.parquet: has 7 bytes, too few for Parquet, get the file again',
    )
  })

  it('keeps whole numbers of 32 bits, numbers of both sizes, and text apart', async () => {
    const bytes = await writeParquet([
      { name: 'id', values: ['a', 'b', 'c'] },
      { name: 'x', values: Float64Array.of(1.5, -2, 3e300) },
      { name: 'y2', values: Float32Array.of(0.5, 1, 2) },
      { name: 'n', values: Int32Array.of(-7, 2 ** 31 - 1, 4) },
    ])
    const { views, ids } = await read(bytes)
    expect(ids).toEqual(['a', 'b', 'c'])
    expect(views[0].featureNames).toEqual(['x', 'y2', 'n'])
    expect(viewRows(views[0].view).flat()).toEqual([1.5, 0.5, -7, -2, 1, 2 ** 31 - 1, 3e300, 2, 4])
  })
})
