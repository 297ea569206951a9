import { bytesSource, readDataset } from '@manyview/formats'
import { zlibSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { viewRows } from '../../view-rows.ts'

const [rows, columns] = [700, 400]
const numbers = Float64Array.from({ length: rows * columns }, (_, i) => Math.round(1e6 * Math.sin(i)) / 1000)
const byRow = Array.from({ length: rows }, (_, i) => Array.from({ length: columns }, (__, j) => numbers[i + j * rows]))
const byColumn = Array.from({ length: columns }, (_, j) => Array.from(numbers.subarray(j * rows, (j + 1) * rows)))

function element(type: number, bytes: Uint8Array): Uint8Array {
  const result = new Uint8Array(8 + Math.ceil(bytes.length / 8) * 8)
  new Uint32Array(result.buffer, 0, 2).set([type, bytes.length])
  result.set(bytes, 8)
  return result
}

function joined(...parts: Uint8Array[]): Uint8Array {
  const result = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    result.set(part, at)
    at += part.length
  }
  return result
}

/** A MATLAB file with one matrix X; `change` damages the packed bytes. */
function matFile(packed: boolean, change: (bytes: Uint8Array) => void = () => {}) {
  const header = new Uint8Array(128)
  header.set([0x4d, 0x41, 0x54, 0x4c, 0x41, 0x42])
  header.set([0, 1, 0x49, 0x4d], 124)
  const values = element(9, new Uint8Array(numbers.buffer))
  const matrix = element(
    14,
    joined(
      element(6, new Uint8Array(Uint32Array.of(6, 0).buffer)),
      element(5, new Uint8Array(Int32Array.of(rows, columns).buffer)),
      element(1, Uint8Array.of(88)),
      values,
    ),
  )
  if (!packed) return bytesSource('large.mat', joined(header, matrix))
  const deflated = zlibSync(matrix)
  change(deflated)
  const tag = new Uint8Array(Uint32Array.of(15, deflated.length).buffer)
  return bytesSource('large.mat', joined(header, tag, deflated))
}

describe('a large matrix of a MATLAB file', () => {
  it.each([
    ['plain', false, 'rows', byRow],
    ['plain', false, 'columns', byColumn],
    ['compressed', true, 'rows', byRow],
    ['compressed', true, 'columns', byColumn],
  ] as const)('%s (%s), samples along %s, is read as it is', async (_, packed, samples, expected) => {
    const data = await readDataset([matFile(packed)], { samples })
    expect(viewRows(data.views[0].view)).toEqual(expected)
  })

  it('with a wrong checksum is refused', async () => {
    const flip = (bytes: Uint8Array) => {
      bytes[bytes.length - 1] ^= 1
    }
    await expect(readDataset([matFile(true, flip)])).rejects.toThrow(/wrong checksum/)
  })

  it('that is cut short is refused', async () => {
    const { slice, byteLength } = matFile(false)
    const cut = bytesSource('large.mat', await slice(0, byteLength - 1000))
    await expect(readDataset([cut])).rejects.toThrow(/declares a variable of \d+ bytes/)
  })
})
