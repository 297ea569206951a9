import { describe, expect, it } from 'vitest'
import { CsvScanner } from '../../../src/readers/csv/scanner.ts'
import { StrayCells } from '../../../src/table/stray-cells.ts'

describe('CsvScanner', () => {
  const text = new TextEncoder().encode('a,-1.5e-3,"x, ""y"""\r\nb,.25,z\n"c d",-0.30000000000000004,w\ne,NaN,v\n')

  it('finds the same wherever the text is cut in two', () => {
    for (let cut = 0; cut <= text.length; cut++) {
      const columns = {
        isNumber: Uint8Array.of(0, 1, 0),
        numbers: new Float64Array(5),
        texts: [[], [], []] as string[][],
        vectors: [],
        strays: new StrayCells(3),
      }
      const scanner = new CsvScanner('a.csv', { delimiter: ',', comma: false }, columns)
      const used = scanner.scan(text.subarray(0, cut), 0, false)
      scanner.scan(text.subarray(used), 0, true)
      expect(scanner.rows, `cut at ${cut}`).toBe(4)
      expect(Array.from(columns.numbers.subarray(0, 4))).toEqual([-0.0015, 0.25, -0.30000000000000004, Number.NaN])
      expect(columns.texts).toEqual([['a', 'b', 'c d', 'e'], [], ['x, "y"', 'z', 'w', 'v']])
      expect(Array.from(columns.strays.counts), `cut at ${cut}`).toEqual([0, 0, 0])
    }
  })
})
