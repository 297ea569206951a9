import { createHash } from 'node:crypto'
import { Random } from '@manyview/core/numerics'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../src/bytes/sha256.ts'

describe('sha256(bytes)', () => {
  it("agrees with Node's digest around every block border", () => {
    const random = new Random(1)
    const bytes = Uint8Array.from({ length: 4096 }, () => random.below(256))
    for (const length of [0, 1, 3, 54, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 129, 1000, 4095]) {
      const part = bytes.subarray(1, 1 + length)
      expect(Buffer.from(sha256(part)).toString('hex'), `${length} bytes`).toBe(
        createHash('sha256').update(part).digest('hex'),
      )
    }
  })
})
