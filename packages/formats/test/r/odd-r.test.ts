import { readFileSync } from 'node:fs'
import { bytesSource, readDataset } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import { readR } from '../../src/r/read-r.ts'
import { viewRows } from '../view-rows.ts'

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
  return readR(bytesSource('x.rds', Uint8Array.from(bytes)))
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
