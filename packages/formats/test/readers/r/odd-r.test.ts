import { readFileSync } from 'node:fs'
import { bytesSource, readDataset } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import { readR } from '../../../src/readers/r/parse.ts'
import { rContents } from '../../../src/readers/r/read.ts'
import { viewRows } from '../../view-rows.ts'

const fixture = (name: string) => bytesSource(name, new Uint8Array(readFileSync(new URL(name, import.meta.url))))
const read = (name: string) => readDataset([fixture(name)], { samples: 'rows' })
const x = (row: number, column: number) => (((12 * column + row + 1) * 7) % 11) + 0.5

describe('files that R wrote', () => {
  it('have sequences and numbers as text written out', async () => {
    const { ids, views, notes } = await read('short-forms.rds')
    expect(ids).toEqual(Array.from({ length: 12 }, (_, i) => String(101 + i)))
    expect(viewRows(views[0].view)).toEqual(Array.from({ length: 12 }, (_, i) => [x(i, 0)]))
    expect(notes).toContain('short-forms: no feature, it counts the rows: order')
  })

  it('have sorted vectors unwrapped', async () => {
    const { labels, views } = await read('wrapped.rds')
    expect(labels[0].values).toEqual(Array.from({ length: 64 }, (_, i) => String(1 + (i >> 4))))
    expect(viewRows(views[0].view)[63]).toEqual([(64 % 7) / 2, (128 % 7) / 2])
  })

  it('may hold functions, environments, formulas, complex numbers and classes beside the data', async () => {
    const { views, samples } = await read('odd-things.rds')
    expect(samples).toBe(12)
    expect(views.map(({ name }) => name)).toEqual(['X'])
    expect(viewRows(views[0].view)).toEqual(Array.from({ length: 12 }, (_, i) => [0, 1, 2].map((j) => x(i, j))))
  })

  it('say by name what cannot be data', async () => {
    const [{ value }] = await readR(fixture('odd-things.rds'))
    const names = value.attributes.get('names')
    const items = value.type === 'list' ? value.items : []
    const whats = items.flatMap((item, i) =>
      item.type === 'other' && names?.type === 'texts' ? [[names.values[i], item.what]] : [],
    )
    expect(Object.fromEntries(whats)).toEqual({
      f: 'a function',
      plus: 'a function',
      e: 'an environment',
      again: 'an environment',
      z: 'complex numbers',
      bytes: 'raw bytes',
      stats: 'an environment',
    })
  })

  it('have missing whole numbers and truth values as NaN', async () => {
    const [whole, truth] = (await read('missing.rds')).views.map(({ view }) => viewRows(view))
    expect(whole.slice(0, 2)).toEqual([
      [Number.NaN, 13, 25],
      [2, 14, 26],
    ])
    expect(truth[1]).toEqual([Number.NaN, Number(x(1, 1) > 5), Number(x(1, 2) > 5)])
  })

  it('have accents in the encoding that R marked, and missing texts empty', async () => {
    const { metadata } = await read('latin1.rds')
    expect(metadata[0].values.slice(0, 2)).toEqual(['Müller', 'Café'])
    expect(metadata[0].values[11]).toBe('')
  })
})

/** A file of saveRDS: whole numbers of 32 bits, and texts with their flags and lengths before them. */
function saved(...parts: (number | string)[]) {
  return readR(rds(...parts))
}

function rds(...parts: (number | string)[]) {
  const bytes: number[] = [0x58, 0x0a]
  const whole = (value: number) => bytes.push((value >> 24) & 255, (value >> 16) & 255, (value >> 8) & 255, value & 255)
  for (const part of parts) {
    if (typeof part === 'number') whole(part)
    else {
      whole(0x00040009)
      whole(part.length)
      bytes.push(...new TextEncoder().encode(part))
    }
  }
  return bytesSource('x.rds', Uint8Array.from(bytes))
}

const [head, integers, texts, list, altrep, nothing] = [[2, 0, 0], 13, 16, 19, 238, 254]

describe('damaged R files', () => {
  it('of another version are refused', async () => {
    await expect(saved(4, 0, 0)).rejects.toThrow('x.rds: is an R file of version 4, save it with version = 3')
  })

  it.each([
    ['a reference to nothing', [(7 << 8) | 255], 'reference 7 of 0'],
    ['a number where a text should be', [texts, 1, integers, 0], 'no text where one should be'],
    ['more elements than bytes', [integers, 1000, 1], '1000 elements with 4 bytes left'],
    ['fewer than no elements', [integers, -5], '-5 elements with 0 bytes left'],
    ['a count of 64 bits', [integers, -1, 1, 2], '4294967298 elements with 0 bytes left'],
    ['lists in lists without end', new Array(200).fill([list, 1]).flat(), 'nested deeper than 60'],
    ['an end in the middle', [texts], '4 bytes at 18 of 18'],
  ])('with %s are refused', async (_, parts, what) => {
    await expect(saved(...head, ...parts)).rejects.toThrow(`x.rds: is a damaged R file (${what}), get the file again`)
  })

  it('with code are refused by the number of its type', async () => {
    await expect(saved(...head, 21)).rejects.toThrow(
      "holds something of R's type 21 (a compiled function?), save only data",
    )
  })

  const shortForm = (kind: string, ...state: (number | string)[]) =>
    saved(...head, altrep, list, 1, texts, 1, kind, ...state, nothing)

  it('with a sequence of no whole length are refused', async () => {
    await expect(shortForm('compact_intseq', integers, 3, -2, 1, 1)).rejects.toThrow('has a sequence of -2 numbers')
  })

  it('cannot claim the memory of a sequence that is far longer than they are', async () => {
    await expect(shortForm('compact_intseq', integers, 3, 2 ** 31 - 1, 1, 1)).rejects.toThrow(
      'a sequence of 2147483647 numbers',
    )
  })

  it('name short forms that are not known', async () => {
    const [{ value }] = await shortForm('mmap_real', nothing)
    expect(value).toMatchObject({ type: 'other', what: 'something R calls mmap_real' })
  })

  it('have sequences that count down', async () => {
    const [{ value }] = await shortForm('compact_intseq', integers, 3, 4, 7, -1)
    expect(value.type === 'numbers' && Array.from(value.data)).toEqual([7, 6, 5, 4])
  })

  it('have numbers shown as text, missing ones among them', async () => {
    const [{ value }] = await shortForm('deferred_string', list, 1, integers, 2, 5, -2147483648)
    expect(value.type === 'texts' && value.values).toEqual(['5', null])
  })
})

describe('what R objects become', () => {
  type Parts = (number | string)[]
  const withAttributes = 512
  const attributes = (given: Record<string, Parts>): Parts => [
    ...Object.entries(given).flatMap(([name, value]) => [2 | 1024, 1, name, ...value]),
    nothing,
  ]
  const whole = (...values: number[]): Parts => [integers, values.length, ...values]
  const words = (...values: string[]): Parts => [texts, values.length, ...values]
  const listOf = (...items: Parts[]): Parts => [list, items.length, ...items.flat()]
  const having = ([type, ...rest]: Parts, given: Record<string, Parts>): Parts => [
    (type as number) | withAttributes,
    ...rest,
    ...attributes(given),
  ]
  const contents = (...parts: Parts) => rContents(rds(...head, ...parts), () => false)
  const matrix = (dim: number[], ...names: Parts[]) =>
    having(whole(1, 2, 3, 4, 5, 6), { dim: whole(...dim), dimnames: listOf(...names) })
  const ids = words('a', 'b', 'c')

  it('is a table for a matrix with names of columns, with ids where rows have names', async () => {
    const [{ kind, ...named }] = await contents(...matrix([3, 2], ids, words('x', 'y')))
    expect([kind, named.source]).toEqual(['table', 'x.rds'])
    expect('table' in named && [named.table.texts[0].values, named.table.numbers.names]).toEqual([
      ['a', 'b', 'c'],
      ['x', 'y'],
    ])
    expect('table' in named && Array.from(named.table.numbers.data)).toEqual([1, 4, 2, 5, 3, 6])
    const [bare] = await contents(...matrix([3, 2], [nothing], words('x', 'y')))
    expect('table' in bare && [bare.table.texts, bare.table.rows]).toEqual([[], 3])
  })

  it.each<[string, Parts, number[]]>([
    ['without names of columns', matrix([3, 2], ids, [nothing]), [3, 2]],
    ['with too few names', matrix([3, 2], ids, words('x')), [3, 2]],
    ['of other lengths than its numbers', matrix([3, 3], ids, words('x', 'y', 'z')), [6]],
    ['of three dimensions', matrix([3, 2, 1], ids, words('x', 'y')), [3, 2, 1]],
    ['without names', having(whole(1, 2, 3, 4, 5, 6), { dim: whole(2, 3) }), [2, 3]],
  ])('is a variable for a matrix %s', async (_, parts, shape) => {
    expect(await contents(...parts)).toEqual([
      {
        source: 'x.rds',
        kind: 'variables',
        alone: true,
        variables: [
          { name: 'x', value: { type: 'dense', shape, order: 'columns', data: Int32Array.of(1, 2, 3, 4, 5, 6) } },
        ],
      },
    ])
  })

  it('are the parts of a named list, by their names, and alone only where one is a matrix', async () => {
    const inner = having(listOf(whole(3)), { names: words('p') })
    const named = (...items: Parts[]) =>
      having(listOf(...items), { names: words(...['one', 'two', 'three'].slice(0, items.length)) })
    const [found] = await contents(...named(whole(1, 2), words('u'), inner))
    expect('variables' in found && found.variables.map(({ name }) => name)).toEqual(['one', 'two', 'three.p'])
    expect('alone' in found && found.alone).toBe(false)
    const [single] = await contents(...named(whole(1, 2), words('u')))
    expect('alone' in single && single.alone).toBe(true)
    const [unnamed] = await contents(...having(listOf(whole(1), whole(2)), { names: words('one', '') }))
    expect('variables' in unnamed && unnamed.variables[0]).toMatchObject({ name: 'x', value: { type: 'list' } })
    const [classed] = await contents(...having(listOf(whole(1)), { names: words('one'), class: words('lm') }))
    expect('variables' in classed && classed.variables[0].value).toEqual({
      type: 'other',
      what: "an object of R's class lm",
    })
  })

  const frame = (columns: Record<string, Parts>, more: Record<string, Parts> = {}) =>
    having(listOf(...Object.values(columns)), {
      names: words(...Object.keys(columns)),
      class: words('data.frame'),
      ...more,
    })

  it('are columns of numbers, categories, dates, times and vectors for a data frame; others are left out by name', async () => {
    const vectors = having(whole(1, 2, 3, 4, 5, 6), { dim: whole(3, 2) })
    const [{ source, ...found }] = await contents(
      ...frame({
        n: whole(4, 5, 7),
        kind: having(whole(2, 1, -2147483648), { class: words('factor'), levels: words('red', 'blue') }),
        day: having(whole(0, 365, -2147483648), { class: words('Date') }),
        at: having(whole(60, 86400, 0), { class: words('POSIXct', 'POSIXt') }),
        m: vectors,
        l: listOf(whole(1, 2), whole(3, 4), whole(5, 6)),
        mixed: listOf(whole(1), words('u'), whole(2)),
      }),
    )
    const { table } = found as Extract<typeof found, { kind: 'table' }>
    expect([source, table.rows, table.warnings]).toEqual([
      'x.rds',
      3,
      ['columns left out, of a kind that is not read: mixed'],
    ])
    expect(Object.fromEntries(table.texts.map(({ name, values }) => [name, values]))).toEqual({
      kind: ['blue', 'red', ''],
      day: ['1970-01-01', '1971-01-01', ''],
      at: ['1970-01-01 00:01:00', '1970-01-02', '1970-01-01'],
    })
    expect(table.vectors.map(({ name, data }) => [name, Array.from(data)])).toEqual([
      ['m', [1, 4, 2, 5, 3, 6]],
      ['l', [1, 2, 3, 4, 5, 6]],
    ])
  })

  it('has row names as ids, and is refused where columns differ in length', async () => {
    const [named] = await contents(...frame({ n: whole(4, 5, 7) }, { 'row.names': ids }))
    expect('table' in named && named.table.texts[0]).toMatchObject({ name: 'rownames', values: ['a', 'b', 'c'] })
    const refusal = 'x.rds: has a data frame with columns of different lengths, get the file again'
    await expect(contents(...frame({ n: whole(4, 5), m: whole(1) }))).rejects.toThrow(refusal)
    await expect(contents(...frame({ n: whole(4, 5) }, { 'row.names': ids }))).rejects.toThrow(refusal)
  })

  it('are named by file and object where there are several', async () => {
    const both = having(listOf(frame({ n: whole(1, 2) }), frame({ m: whole(3, 4) })), { names: words('p', 'q') })
    expect((await contents(...both)).map(({ source }) => source)).toEqual(['x.rds/p', 'x.rds/q'])
    const mixed = having(listOf(frame({ n: whole(1, 2) }), whole(3, 4)), { names: words('p', 'q') })
    expect((await contents(...mixed)).map(({ source }) => source)).toEqual(['x.rds/p', 'x.rds'])
  })
})
