import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bytesSource, readMetadata } from '../../src/index.ts'

const file = (text: string, name = 'clinical.csv') => bytesSource(name, new TextEncoder().encode(text))
const samples = { ids: ['b', 'a', 'c'], samples: 3 }

describe('readMetadata(source, samples)', () => {
  it('gives every column in the order of the samples, numbers as they are written', async () => {
    const { columns, warnings } = await readMetadata(file('id,age,sex\na,61,f\nb,070,m\nc,NA,f\n'), samples)
    expect(columns).toEqual([
      { name: 'age', values: ['070', '61', 'NA'] },
      { name: 'sex', values: ['m', 'f', 'f'] },
    ])
    expect(warnings).toEqual([])
  })

  it('warns of ids of no sample and of samples that it says nothing of', async () => {
    const { columns, warnings } = await readMetadata(file('id,sex\na,f\nb,m\nx,f\n'), samples)
    expect(columns[0].values).toEqual(['m', 'f', ''])
    expect(warnings).toEqual([
      'clinical: 1 of 3 ids is of no sample and left out ("x")',
      'clinical: says nothing of 1 of 3 samples ("c")',
    ])
    const more = await readMetadata(file('id,sex\na,f\ny,m\nx,f\n'), samples)
    expect(more.warnings[0]).toBe('clinical: 2 of 3 ids are of no sample and left out ("y", "x")')
  })

  it('takes the column with most ids of samples, whatever it is called', async () => {
    const { columns } = await readMetadata(file('id,key,sex\np,a,f\nq,b,m\nr,c,f\n'), samples)
    expect(columns.map(({ name, values }) => [name, values])).toEqual([
      ['id', ['q', 'p', 'r']],
      ['sex', ['m', 'f', 'f']],
    ])
  })

  it('joins by position where one side has no ids, and says so', async () => {
    const { columns, notes } = await readMetadata(file('id,sex\na,f\nb,m\nc,f\n'), { ids: null, samples: 3 })
    expect(columns[0].values).toEqual(['f', 'm', 'f'])
    expect(notes[0]).toBe('clinical: joined by position, since the samples have no ids')
  })

  it('reads JSON as it reads CSV', async () => {
    const rows = [...'abc'].map((id, i) => ({ id, age: 60 + i, sex: 'fmf'[i] }))
    const { columns } = await readMetadata(file(JSON.stringify(rows), 'clinical.json'), samples)
    expect(columns.find(({ name }) => name === 'sex')!.values).toEqual(['m', 'f', 'f'])
    expect(columns.find(({ name }) => name === 'age')!.values).toEqual(['61', '60', '62'])
  })

  it.each([
    ['id,sex\na,f\na,m\nc,f\n', samples, 'clinical.csv: id "a" occurs more than once, give one row per sample'],
    [
      'id,sex\nx,f\ny,m\nz,f\n',
      samples,
      'clinical.csv: none of its ids is that of a sample ("x", "y", "z" but samples are "b", "a", "c")',
    ],
    ['1,2\n3,4\n5,6\n', samples, 'clinical.csv: has no names of columns, give a table with a header'],
    ['age,sex\n1,f\n2,m\n', samples, 'clinical.csv: has 2 rows for 3 samples and has no ids, give one row per sample'],
  ])('refuses what cannot be joined: %#', async (text, given, message) => {
    await expect(readMetadata(file(text), given)).rejects.toThrow(message)
  })

  it('takes the column of ids that is named, and refuses a name that is not there', async () => {
    const text = 'id,code,sex\n1,a,f\n2,b,m\n3,c,f\n'
    const { columns } = await readMetadata(file(text), samples, { id: 'code' })
    expect(columns.map(({ name, values }) => [name, values])).toEqual([
      ['id', ['2', '1', '3']],
      ['sex', ['m', 'f', 'f']],
    ])
    await expect(readMetadata(file(text), samples, { id: 'key' })).rejects.toThrow(
      'clinical.csv: has no column "key", name the column of ids',
    )
  })

  it('takes vectors and texts of arrays, but no matrix', async () => {
    const fixture = (name: string) =>
      bytesSource(name, new Uint8Array(readFileSync(new URL(`../fixtures/${name}`, import.meta.url))))
    const six = { ids: null, samples: 6 }
    const { columns, notes } = await readMetadata(fixture('separate.mat'), six)
    expect(columns).toContainEqual({ name: 'gnd', values: ['1', '1', '2', '2', '3', '3'] })
    expect(columns.map(({ name }) => name)).not.toContain('fea')
    expect(notes).toContain('separate: joined by position, since it has no ids')
    await expect(readMetadata(fixture('f8.npy'), six)).rejects.toThrow(
      'f8.npy: holds no column that describes samples, give a table with a header',
    )
  })
})
