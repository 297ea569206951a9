import { describe, expect, it } from 'vitest'
import type { Rows } from '../../src/numerics/linalg/rows.ts'
import { singleProcess } from '../../src/runtime/ranks/single-process.ts'
import { runToEnd } from '../../src/runtime/steps.ts'
import { fingerprint } from '../../src/views/fingerprint.ts'
import { sparseRows } from '../../src/views/sparse-rows.ts'
import { inBlocks } from '../ways-to-hold.ts'
import { counted, filled } from './made-rows.ts'

const rows = filled(37, 5, counted)
const of = (a: Rows) => runToEnd(fingerprint(a, singleProcess)).join(' ')

describe('fingerprint(rows, ranks)', () => {
  it('is the same in memory and in blocks, dense and sparse', () => {
    expect(of(inBlocks(rows, 8))).toBe(of(rows))
    expect(of(inBlocks(sparseRows(rows), 8))).toBe(of(sparseRows(rows)))
  })

  it('is another for every single value that differs in its last bit, and for every two samples that change places', () => {
    const seen = new Set([of(rows)])
    for (let p = 0; p < rows.data.length; p++) {
      const data = rows.data.slice()
      new Uint32Array(data.buffer)[2 * p] ^= 1
      seen.add(of({ ...rows, data }))
    }
    expect(seen.size).toBe(rows.data.length + 1)
    for (let i = 1; i < rows.rows; i++) {
      const [above, here] = [rows.data.slice(5 * i - 5, 5 * i), rows.data.slice(5 * i, 5 * i + 5)]
      const data = rows.data.slice()
      data.set(here, 5 * i - 5)
      data.set(above, 5 * i)
      expect(of({ ...rows, data }) === of(rows)).toBe(above.every((value, j) => value === here[j]))
    }
  })
})
