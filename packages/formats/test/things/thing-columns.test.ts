import { describe, expect, it } from 'vitest'
import type { Findings } from '../../src/dataset/findings.ts'
import type { ReadOptions } from '../../src/dataset/read-options.ts'
import type { Table } from '../../src/table/table.ts'
import type { ThingReading } from '../../src/things/thing-column.ts'
import { addThings, thingColumns } from '../../src/things/thing-columns.ts'

const many = (make: (i: number) => string) => Array.from({ length: 40 }, (_, i) => make(i))
const column = (name: string, make: (i: number) => string) => ({ name, values: many(make) })
const texts = [
  column('photo', (i) => `${i}.jpg`),
  column('about', (i) => `A small red lamp, number ${i}`),
  column('link', (i) => `https://example.org/${i}`),
  column('colour', (i) => ['red', 'blue'][i % 2]),
]
const table: Table = {
  rows: 40,
  numbers: { names: [], data: new Float64Array(0) },
  texts,
  vectors: [],
  order: texts.map(({ name }) => name),
  named: true,
}
const things = {} as ThingReading
const role = { axis: 'rows' as const, metadata: false }
const found = (options: ReadOptions, given = role as Parameters<typeof thingColumns>[2]) =>
  thingColumns(table, { things, ...options }, given).map(({ column, holds }) => `${column.name}: ${holds}`)

describe('columns of a table that hold things', () => {
  it('are texts, pictures and addresses; a picture may be the id, too', () => {
    expect(found({})).toEqual(['photo: pictures', 'about: texts', 'link: addresses'])
  })

  it('are none where samples are columns, and none in tables of metadata or beside views by columns unless asked for', () => {
    expect(found({ texts: ['about'] }, { axis: 'columns', metadata: false })).toEqual([])
    expect(found({}, { axis: 'rows', metadata: true })).toEqual([])
    expect(found({ columns: { v: 'x' } })).toEqual([])
    const asked = ['about: texts', 'link: addresses']
    expect(found({ texts: ['about'], pictures: [] }, { axis: 'rows', metadata: true })).toEqual(['about: texts'])
    expect(found({ texts: ['about'], pictures: [], columns: { v: 'x' } })).toEqual(asked)
    expect(found({ pictures: ['photo'], columns: { v: 'x' } })).toContain('photo: pictures')
  })

  it('are neither the labels nor ids that are texts', () => {
    expect(found({ labels: 'about' })).toEqual(['photo: pictures', 'link: addresses'])
    expect(found({ id: 'about' })).toEqual(['photo: pictures', 'link: addresses'])
    expect(found({ id: 'photo' })).toContain('photo: pictures')
  })

  it('become views with a row number per sample, and notes that say so', () => {
    const findings: Findings = { views: [], labels: [], notes: [], warnings: [] }
    addThings(findings, thingColumns(table, { things }, role), {
      source: 'a.csv',
      stem: 'a',
      table,
      idColumn: texts[0],
    })
    expect(findings.notes).toEqual([
      'a: texts that become views: about; --kind COLUMN=text names others, --kind COLUMN=none leaves one out',
      'a: pictures that become views: photo; --kind COLUMN=picture names others, --kind COLUMN=none leaves one out',
      'a: web addresses are never fetched: link; save the files and give their paths',
    ])
    expect(findings.views.map(({ name, ids, things }) => [name, ids, things])).toEqual([
      ['about', texts[0].values, { kind: 'texts', cells: texts[1].values }],
      ['photo', texts[0].values, { kind: 'pictures', cells: texts[0].values }],
    ])
    expect(findings.views[0]).toMatchObject({ source: 'a.csv', axis: 'rows' })
  })

  it('are named up to ten', () => {
    const columns = Array.from({ length: 11 }, (_, i) => column(`t${i}`, (j) => `Some words of text ${j}`))
    const note = (count: number) => {
      const findings: Findings = { views: [], labels: [], notes: [], warnings: [] }
      const some = columns.slice(0, count).map((each) => ({ column: each, holds: 'texts' as const }))
      addThings(findings, some, { source: 'a.csv', stem: 'a', table, idColumn: undefined })
      expect(findings.views[0].ids).toBeNull()
      return findings.notes.join()
    }
    expect(note(10)).toContain('t8, t9;')
    expect(note(11)).toContain('t8, t9, …;')
  })
})
