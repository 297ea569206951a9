import type { Ranks } from '@manyview/core/runtime'
import { singleProcess } from '@manyview/core/runtime'
import { bytesSource } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import type { Findings, FoundView } from '../../../src/dataset/findings.ts'
import { checkAlike, checkFiles } from '../../../src/dataset/rows/check-alike.ts'
import { NotInParts } from '../../../src/dataset/rows/exchange.ts'

const file = (name: string, length: number) => bytesSource(name, new Uint8Array(length))

/** Rank 0 of two, whose other rank says each of these texts in turn. */
function rankBeside(...others: string[]): Ranks {
  const said = others.map((text) => new TextEncoder().encode(JSON.stringify([text])))
  let bytes: Uint8Array
  const allGather = (own: Float64Array | Uint8Array) => {
    if (own instanceof Float64Array) {
      bytes = said.shift()!
      return Float64Array.of(own[0], bytes.length)
    }
    return Uint8Array.from([...own, ...bytes])
  }
  return { rank: 0, size: 2, allGather } as unknown as Ranks
}
const files = (...list: [string, number][]) => rankBeside(JSON.stringify(list))

describe('files that ranks see', () => {
  it('are the same, or are refused with both sizes or all names', () => {
    const own = [file('a.csv', 3), file('b.csv', 4)]
    expect(() => checkFiles(own, singleProcess)).not.toThrow()
    expect(() => checkFiles(own, files(['a.csv', 3], ['b.csv', 4]))).not.toThrow()
    expect(() => checkFiles(own, files(['a.csv', 3], ['b.csv', 5]))).toThrow(
      'b.csv: has 5 bytes on rank 1 but 4 on rank 0, give every rank the same file',
    )
    expect(() => checkFiles(own, files(['a.csv', 3]))).toThrow(
      'files: rank 1 sees 1 of them (a.csv) but rank 0 sees 2, give every rank the same',
    )
    expect(() => checkFiles(own, files(['a.csv', 3], ['c.csv', 5]))).toThrow('rank 1 sees 2 of them (a.csv, c.csv)')
  })

  it('are read by rank 0 alone where the others have none', () => {
    expect(() => checkFiles([file('a.csv', 3)], files())).toThrow(NotInParts)
    expect(() => checkFiles([], singleProcess)).not.toThrow()
  })
})

describe('what ranks find in their parts', () => {
  const view = (more: Partial<FoundView> = {}): FoundView => ({
    name: 'v',
    source: 'a.csv',
    axis: 'rows',
    ids: null,
    value: { type: 'dense', shape: [5, 3], order: 'rows', data: new Float64Array(15) },
    ...more,
  })
  const found = (...views: FoundView[]): Findings => ({ views, labels: [], notes: [], warnings: [] })
  const tables = new Set(['a.csv'])
  const same = JSON.stringify([['v', 'rows', 'dense', 3, undefined, false, undefined]])

  it('has to be alike but for the number of samples', () => {
    expect(() => checkAlike(found(view()), tables, {}, rankBeside('false', same))).not.toThrow()
    const more = view({ value: { type: 'dense', shape: [9, 3], order: 'rows', data: new Float64Array(27) } })
    expect(() => checkAlike(found(more), tables, {}, rankBeside('false', same))).not.toThrow()
    for (const other of [
      view({ name: 'w' }),
      view({ ids: ['a'] }),
      view({ axis: 'columns', source: 'b.npy' }),
      view({ featureNames: ['x', 'y', 'z'] }),
    ])
      expect(() => checkAlike(found(other), tables, {}, rankBeside('false', same))).toThrow(
        'parts of the files look different',
      )
    expect(() => checkAlike(found(view()), tables, {}, singleProcess)).not.toThrow()
  })

  it('has samples as rows on every rank', () => {
    const turned = found(view({ axis: 'columns' }))
    expect(() => checkAlike(turned, tables, {}, singleProcess)).toThrow('samples are columns of a table')
    expect(() => checkAlike(turned, new Set(), {}, singleProcess)).not.toThrow()
    expect(() => checkAlike(found(view()), tables, {}, rankBeside('true', same))).toThrow(
      'samples are columns of a table',
    )
  })

  it('does not tell all categories of a table', () => {
    const check = (names: Set<string>, options: Parameters<typeof checkAlike>[2]) => () =>
      checkAlike(found(view()), names, options, singleProcess)
    const refusal = 'the numbers of a part do not tell all categories'
    expect(check(tables, { kinds: { v: 'categorical' } })).toThrow(refusal)
    expect(check(tables, { manifest: { views: { v: { kind: 'categorical' } } } as never })).toThrow(refusal)
    expect(check(tables, { kinds: { v: 'counts' } })).not.toThrow()
    expect(check(new Set(), { kinds: { v: 'categorical' } })).not.toThrow()
  })
})
