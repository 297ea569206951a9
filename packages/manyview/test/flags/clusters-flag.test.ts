import { describe, expect, it } from 'vitest'
import { clustersFlag, parseClusters } from '../../src/flags/clusters-flag.ts'

describe('clustersFlag(text)', () => {
  it.each([
    ['5', 5],
    [' 12 ', 12],
    ['auto', 'auto'],
    ['AUTO', 'auto'],
    ['2..40', { from: 2, to: 40 }],
    ['3 .. 3', { from: 3, to: 3 }],
  ])('reads "%s"', (text, expected) => {
    expect(clustersFlag(text)).toEqual(expected)
  })

  it.each(['', 'abc', '0', '-3', '2.5', '0..4', '5..3', '2..', '..4', '2...4', '2..x', '1e3', '99999999999999999999'])(
    'refuses "%s" in one sentence',
    (text) => {
      expect(() => clustersFlag(text)).toThrow(
        `--clusters: is ${text || 'empty'}, give a whole number of at least 1, a range such as 2..40, or auto`,
      )
      expect(parseClusters(text)).toBeNull()
    },
  )
})
