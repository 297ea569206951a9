import { oneProcess, shares } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { onRanks } from '../../../core/test/ranks/thread-ranks.ts'
import { bytesSource } from '../../src/bytes/byte-source.ts'
import type { DenseValue } from '../../src/bytes/stored-value.ts'
import { unreadNpy } from '../../src/npy/unread-npy.ts'
import { csvPart } from '../../src/ranks/csv-part.ts'
import { readRows } from '../../src/ranks/read-rows.ts'
import { readDataset } from '../../src/read-dataset.ts'
import { writeNpy } from '../../src/write/write-npy.ts'
import { readingCases } from './reading-cases.ts'
import type { Reading } from './reading-program.ts'

const numbers = Float64Array.from({ length: 21 }, (_, i) => i)
const text = (content: string) => bytesSource('table.csv', new TextEncoder().encode(content))
const whole = () => Promise.reject(new Error('read as a whole'))

describe('the part of a rank', () => {
  it('is its rows of an NPY file, in C order', async () => {
    const file = await unreadNpy(bytesSource('a.npy', writeNpy(numbers, [7, 3])))
    const parts = []
    for (const part of shares(7, 3)) parts.push(await (file as DenseValue).readPart!('rows', part))
    expect(parts.map((part) => part?.shape)).toEqual([
      [2, 3],
      [2, 3],
      [3, 3],
    ])
    expect(parts.flatMap((part) => (part?.type === 'dense' ? [...part.data] : []))).toEqual([...numbers])
  })

  it('is its rows of an NPY file in Fortran order, column by column', async () => {
    const bytes = writeNpy(numbers, [7, 3])
    const header = new TextDecoder('latin1')
      .decode(bytes.subarray(0, 128))
      .replace("'fortran_order': False,", "'fortran_order': True, ")
    bytes.set(Uint8Array.from(header, (letter) => letter.charCodeAt(0)))
    const file = await unreadNpy(bytesSource('a.npy', bytes))
    const part = await (file as DenseValue).readPart!('rows', { begin: 3, end: 7 })
    expect(part).toMatchObject({ type: 'dense', shape: [4, 3], order: 'columns' })
    expect(part?.type === 'dense' && [...part.data]).toEqual([3, 4, 5, 6, 10, 11, 12, 13, 17, 18, 19, 20])
  })

  it('of a CSV file begins at a line, also where its share of the bytes begins within quotes', async () => {
    const lines = Array.from({ length: 40 }, (_, i) => `${i},"a ""b""\nc ${i}"`)
    const source = text(`number,text\n${lines.join('\n')}\n`)
    const size = 5
    const states = await Promise.all(Array.from({ length: size }, (_, rank) => partOf(source, rank, size)))
    expect(states.join('')).toBe(`${lines.join('\n')}\n`)
    expect(states.every((state) => state.length > 0)).toBe(true)
  })
})

/** The lines of a rank behind the header, with what the ranks tell each other worked out from the whole text. */
async function partOf(source: ReturnType<typeof text>, rank: number, size: number): Promise<string> {
  const bytes = await source.slice(0)
  const header = bytes.indexOf(10) + 1
  const length = bytes.length - header
  const bound = (r: number) => header + Math.floor((length * r) / size)
  const quotesIn = (r: number) => bytes.subarray(bound(r), bound(r + 1)).filter((byte) => byte === 34).length
  const starts = Array.from({ length: size }, (_, r) => (r === 0 ? header : lineFrom(bytes, header, bound(r))))
  const answers = [Array.from({ length: size }, (_, r) => quotesIn(r)), starts, starts.map(() => 1)]
  let call = 0
  const told: number[] = []
  const part = await csvPart(source, {
    ...oneProcess,
    rank,
    size,
    allGather: ((values: Float64Array) => {
      told.push(values[0])
      return Float64Array.from(answers[call++])
    }) as typeof oneProcess.allGather,
  })
  expect(told).toEqual([answers[0][rank], starts[rank], 1])
  return new TextDecoder().decode((await part!.slice(0)).subarray(header))
}

/** Where the first line at or after `from` begins, by reading from the beginning. */
function lineFrom(bytes: Uint8Array, header: number, from: number): number {
  let quoted = false
  for (let i = header; i < bytes.length; i++) {
    if (bytes[i] === 34) quoted = !quoted
    if (!quoted && bytes[i] === 10 && i + 1 >= from) return i + 1
  }
  return bytes.length
}

describe('readRows', () => {
  it.each([2, 3])(
    'reads on %i ranks what one process reads, with the same notes, warnings and errors',
    async (size) => {
      const program = new URL('./reading-program.ts', import.meta.url)
      const ranks = await onRanks<Record<string, Reading>>(size, program, null)
      for (const [name, { whole, fails, fewest = 99 }] of Object.entries(readingCases)) {
        const reason = size >= fewest ? `there are 2 samples for ${size} ranks` : whole
        const { alone, together, handedOut } = ranks[0][name]
        expect(together, name).toEqual(alone)
        expect(handedOut, name).toBe(reason)
        if (fails) for (const rank of ranks) expect(rank[name].together.error, name).toContain(fails)
        else expect(alone.error, name).toBeUndefined()
      }
    },
  )

  it('reads what readDataset reads when there is one rank', async () => {
    const files = () => [
      bytesSource('a.npy', writeNpy(numbers, [7, 3])),
      text(
        `id,x,y,label\n${Array.from({ length: 7 }, (_, i) => `s${i},${i},${i + 0.5},${i % 2 ? 'odd' : 'even'}`).join('\n')}\n`,
      ),
    ]
    for (const sources of [files().slice(0, 1), files().slice(1)]) {
      const { views, ...rest } = await readDataset(sources)
      const rows = await readRows(sources, {}, oneProcess, whole)
      expect(
        rows.views.map(({ view, ...about }) => [about, [...('data' in view ? Array.from(view.data) : [])]]),
      ).toEqual(views.map(({ view, ...about }) => [about, [...('data' in view ? Array.from(view.data) : [])]]))
      expect(rows).toMatchObject({ samples: 7, ids: rest.ids, labels: rest.labels })
    }
  })

  it('leaves what cannot be split to the reader of the whole', async () => {
    const dataset = await readDataset([bytesSource('a.npy', writeNpy(numbers, [7, 3]))])
    const json = bytesSource('a.json', new TextEncoder().encode('[[1, 2]]'))
    const rows = await readRows([json], {}, oneProcess, async () => dataset)
    expect(rows.warnings.join()).toContain('a.json (json) cannot be read in parts: rank 0 read everything')
    expect(rows.samples).toBe(7)
  })
})
