import type { DenseView } from '@manyview/core'
import { bytesSource, readDataset } from '@manyview/formats'
import { describe, expect, it } from 'vitest'

const read = (text: string, name = 'a.jsonl') => readDataset([bytesSource(name, new TextEncoder().encode(text))])
const lines = (...records: unknown[]) => records.map((record) => JSON.stringify(record)).join('\n')
const numbers = (data: Awaited<ReturnType<typeof read>>, view = 0) =>
  Array.from((data.views[view].view as DenseView).data)

describe('JSON lines', () => {
  it('are records: lists of numbers are views, missing ones NaN, blank lines nothing', async () => {
    const text = `\uFEFF${lines({ id: 'a', x: null, n: 1 }, { id: 'b', x: [1, null] })}\r\n\n${lines({ id: 'c', x: [3, 4] }, { id: 'd' })}\n\n`
    const data = await read(text)
    expect(data.ids).toEqual(['a', 'b', 'c', 'd'])
    expect(numbers(data)).toEqual([NaN, NaN, 1, NaN, 3, 4, NaN, NaN])
  })

  it('give the same as a list of the same records', async () => {
    const records = Array.from({ length: 50 }, (_, i) => ({ id: `s${i}`, v: [i / 3, -i], label: `c${i % 3}` }))
    const [one, other] = [await read(lines(...records)), await read(JSON.stringify(records), 'a.json')]
    expect(numbers(one)).toEqual(numbers(other))
    expect([one.ids, one.labels]).toEqual([other.ids, other.labels])
  })

  it('may be longer than the parts they are read in', async () => {
    const long = Array.from({ length: 400_000 }, (_, i) => i + 0.123456789)
    const data = await read(lines({ v: long }, { v: long }, { v: long }))
    expect(data.views[0].view).toMatchObject({ samples: 3, features: 400_000 })
  })

  it('are refused where they are no records or vectors of one length', async () => {
    const wrong: [string, RegExp][] = [
      [`${lines({ v: [1, 2] })}\n{"v": [1,`, /line 2 is no JSON/],
      [lines({ v: [1, 2] }, [1, 2]), /row 2 is no record/],
      [lines({ v: [1, 2] }, { v: [1] }), /"v" has 1 numbers in row 2 but 2 in others/],
      [lines({ v: [1, 2] }, { v: 3 }), /"v" has no list in row 2/],
      [lines({ v: 3 }, { v: [1, 2] }), /"v" has no list in row 1/],
      [lines({ v: [1, 2] }, { v: ['a', 'b'] }), /lists of text/],
      [lines({ v: [[1], [2]] }, { v: [[1], [2]] }), /lists of lists/],
    ]
    for (const [text, message] of wrong) await expect(read(text), text).rejects.toThrow(message)
  })

  it('cannot claim more memory than their size allows by fields that only one record has', async () => {
    const records = Array.from({ length: 8000 }, (_, i) => ({ [`f${i}`]: 1 }))
    await expect(read(lines(...records))).rejects.toThrow(/may claim/)
    await expect(read(JSON.stringify(records), 'a.json')).rejects.toThrow(/may claim/)
  })
})
