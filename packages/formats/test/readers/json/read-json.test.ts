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

  it('are known by their first sign where no ending tells', async () => {
    for (const text of [lines({ v: [1, 2] }, { v: [3, 4] }), '[[1, 2], [3, 4]]'])
      expect(numbers(await read(text, 'data.txt'))).toEqual([1, 2, 3, 4])
    expect((await read('[a],b\n1,2\n3,4\n', 'a.csv')).views[0].featureNames).toEqual(['[a]', 'b'])
  })

  it('are refused where they are no records or vectors of one length', async () => {
    const wrong: [string, RegExp][] = [
      [`${lines({ v: [1, 2] })}\n{"v": [1,`, /line 2 is no JSON/],
      [lines({ v: [1, 2] }, [1, 2]), /row 2 is no record/],
      [lines([1, 2], [3]), /row 2 has 1 value but the first has 2, give all the same/],
      [lines({ v: [1, 2] }, { v: [1] }), /"v" has 1 number in row 2 but 2 in others/],
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

describe('JSON of embeddings', () => {
  const vector = (i: number) => [i / 4, 2 - i, 1]
  const answer = (...indices: number[]) => ({
    object: 'list',
    data: indices.map((index) => ({ object: 'embedding', index, embedding: vector(index) })),
    model: 'm',
    usage: { total_tokens: 9 },
  })

  it('a vector per id is a sample per id, and a warning says so', async () => {
    const data = await read(JSON.stringify({ 'doc a': vector(1), 'doc b': vector(2), 'doc c': vector(3) }), 'a.json')
    expect([data.ids, numbers(data)]).toEqual([['doc a', 'doc b', 'doc c'], [1, 2, 3].flatMap(vector)])
    expect(data.warnings.join()).toContain(
      'a: each of its 3 lists is taken as a sample with 3 numbers, its name as the id',
    )
  })

  it('a record of columns stays one, told by text, by names of features or labels, or by a few long lists', async () => {
    const long = Array.from({ length: 200 }, (_, i) => (i * i) % 17)
    for (const record of [
      { height: [1, 2, 5], weight: [4, 5, 9], colour: ['a', 'b', 'a'] },
      { height: [1, 2, 5], weight: [4, 5, 9], label: [1, 2, 1] },
      { x1: [1, 2, 5], x2: [4, 5, 9] },
      { height: long, weight: long.map((value) => value / 2) },
    ]) {
      const data = await read(JSON.stringify(record), 'a.json')
      expect([data.samples, data.views[0].view.features]).toEqual([Object.values(record)[0].length, 2])
    }
  })

  it("an embedding service's answer gives its vectors in the order of their index", async () => {
    const data = await read(JSON.stringify(answer(2, 0, 1), null, 2), 'a.json')
    expect([data.ids, data.views.map(({ name }) => name)]).toEqual([['0', '1', '2'], ['embedding']])
    expect(numbers(data)).toEqual([0, 1, 2].flatMap(vector))
  })

  it('a batch of answers, one per line, has the ids of its requests; failed ones are left out', async () => {
    const line = (id: string, body: unknown) => ({
      id: `batch_${id}`,
      custom_id: id,
      response: { status_code: 200, body },
      error: null,
    })
    const failed = { id: 'batch_x', custom_id: 'x', response: null, error: { code: 'rate_limit' } }
    const data = await read(lines(line('a', answer(0)), failed, line('b', answer(0)), line('c', answer(0, 1))))
    expect(data.ids).toEqual(['a', 'b', 'c 1', 'c 2'])
    expect(numbers(data)).toEqual([0, 0, 0, 1].flatMap(vector))
    expect(data.warnings).toContain('a: 1 of 4 requests has no embedding and is left out')
  })

  it("pandas' tables by column and by index are both read", async () => {
    const byColumn = await read('{"a":{"0":1,"1":2.5,"2":4},"b":{"0":5,"1":null,"2":6}}', 'a.json')
    expect([byColumn.ids, numbers(byColumn)]).toEqual([null, [1, 5, 2.5, NaN, 4, 6]])
    const byIndex = await read('{"p":{"a":1,"b":5},"q":{"a":2.5,"b":null},"r":{"a":4,"b":6}}', 'a.json')
    expect([byIndex.ids, numbers(byIndex)]).toEqual([
      ['p', 'q', 'r'],
      [1, 5, 2.5, NaN, 4, 6],
    ])
  })

  it('lists are features from fifty times as long as they are many, and of ten at most', async () => {
    const record = (lists: number, length: number) =>
      Object.fromEntries(
        Array.from({ length: lists }, (_, j) => [
          `doc ${'abcdefghijk'[j]}`,
          Array.from({ length }, (__, i) => (i * (j + 3)) % 17),
        ]),
      )
    const samples = async (lists: number, length: number) =>
      (await read(JSON.stringify(record(lists, length)), 'a.json')).samples
    expect(await samples(2, 100)).toBe(100)
    expect(await samples(2, 99)).toBe(2)
    expect(await samples(10, 500)).toBe(500)
    expect(await samples(11, 550)).toBe(11)
  })

  it('a record of one list, or with anything beside its lists, is one of columns', async () => {
    expect((await read('{"height": [1, 2, 4]}', 'a.json')).samples).toBe(3)
    expect((await read('{"u": [1, 2, 4], "w": [3, 4, 9], "note": "x"}', 'a.json')).samples).toBe(3)
    await expect(read('{"u": [1, 2], "w": [3]}', 'a.json')).rejects.toThrow(
      'a.json: "w" has 1 entry but "u" has 2, give all the same',
    )
    await expect(read('{\n"u": 3, "w": {"a": 1}}', 'a.json')).rejects.toThrow(
      'a.json: holds no lists, give a list of records or a record of lists',
    )
  })

  it('a record with a response but no id of a request is a record', async () => {
    const data = await read(lines({ id: 'a', response: 1.5, v: [1, 2] }, { id: 'b', response: 2, v: [3, 4] }))
    expect(data.ids).toEqual(['a', 'b'])
    const named = await read(lines({ custom_id: 'a', v: [1, 2] }, { custom_id: 'b', v: [3, 4] }))
    expect(numbers(named)).toEqual([1, 2, 3, 4])
  })

  it('a text that is neither a list nor a record is refused', async () => {
    for (const text of ['null', '3', '"x"'])
      await expect(read(text, 'a.json'), text).rejects.toThrow('holds no list and no record, give a list of records')
    await expect(read('[1, 2', 'a.json')).rejects.toThrow('a.json: the text is no JSON')
  })
})
