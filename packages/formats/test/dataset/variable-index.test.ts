import { describe, expect, it } from 'vitest'
import type { StoredValue } from '../../src/bytes/stored-value.ts'
import { findVariable, flattenRecords, listItems, type SourcedVariable } from '../../src/dataset/find-in-variables.ts'

const text = (...values: string[]): StoredValue => ({ type: 'text', values })
const list = (...items: StoredValue[]) => ({ type: 'list' as const, items })
const record = (fields: Record<string, StoredValue>): StoredValue => ({
  type: 'record',
  fields: new Map(Object.entries(fields)),
})
const named = <V extends StoredValue>(name: string, value: V) => ({ name, value, source: 'a.mat', alone: false })
const names = (variables: SourcedVariable[]) => variables.map(({ name }) => name)

describe('variables by name', () => {
  const X = named('X', list(text('one'), list(text('two'), text('three'))))
  const all = [X, named('plain{1}', text('whole')), named('t', text('a', 'b'))]

  it('are found whole, or as items of lists, also of lists within lists', () => {
    expect(findVariable(all, 'X')).toBe(X)
    expect(findVariable(all, 'plain{1}')).toBe(all[1])
    expect(findVariable(all, 'X{1}')).toEqual(named('X{1}', text('one')))
    expect(findVariable(all, 'X{2}{2}')).toEqual(named('X{2}{2}', text('three')))
  })

  it('are not found where more stands around the place, or where no item is', () => {
    for (const name of ['X{1}x', 'X{1}.y', ' X{1}', 'X{}', 'X{a}', '{1}', 'X{0}', 'X{3}', 'X{12}', 't{1}', 'Y', 'Y{1}'])
      expect(findVariable(all, name), name).toBeUndefined()
  })

  it('are the fields of structs at any depth, in their order', () => {
    const flat = flattenRecords([named('s', record({ a: text('1'), b: record({ c: text('2') }) })), X])
    expect(names(flat)).toEqual(['s.a', 's.b.c', 'X'])
    expect(flat[1]).toEqual(named('s.b.c', text('2')))
  })

  it('are at most 10,000 of structs and of lists', () => {
    const many = Array.from({ length: 10_001 }, (_, i) => named(`v${i}`, text('x')))
    expect(names(flattenRecords(many)).at(-1)).toBe('v9999')
    const items = listItems(named('L', list(...many.map(({ value }) => value))))
    expect([items.length, items[9999].name]).toEqual([10_000, 'L{10000}'])
  })

  it('are the items of lists down to four levels', () => {
    expect(names(listItems(X))).toEqual(['X{1}', 'X{2}{1}', 'X{2}{2}'])
    const deep = listItems(named('D', list(list(list(list(list(text('x'))))))))
    expect([names(deep), deep[0].value.type]).toEqual([['D{1}{1}{1}{1}'], 'list'])
  })
})
