import { describe, expect, it } from 'vitest'
import { findHeader } from '../../src/table/find-header.ts'

const head = (rows: string, comma = false) =>
  findHeader(
    't.csv',
    rows.split('/').map((row) => row.split('|')),
    comma,
  )

describe('the first rows of a table', () => {
  it('have a header where words stand over numbers, and name the columns', () => {
    expect(head('x|y/1|2/3|4')).toEqual({ titles: 0, hasHeader: true, names: ['x', 'y'], kinds: ['number', 'number'] })
    expect(head('1|2/3|4/5|6')).toEqual({
      titles: 0,
      hasHeader: false,
      names: ['column 1', 'column 2'],
      kinds: ['number', 'number'],
    })
    expect(head('x|y|z/1|2|[1 2]/3|4|[3 4]').kinds).toEqual(['number', 'number', 'vector'])
    expect(head('1|x/2|3/4|5').hasHeader).toBe(true)
    expect(head('-|5/2|3/4|5').hasHeader).toBe(false)
  })

  it('have a header where a known column is named, however few rows there are', () => {
    expect(head('note/some words').hasHeader).toBe(false)
    expect(findHeader('t.csv', [['note'], ['some words']], false, ['note'])).toMatchObject({
      hasHeader: true,
      names: ['note'],
    })
  })

  it('have a header where ids or labels are named, or numbers count the columns below an empty corner', () => {
    expect(head('id|1/a|2/b|3')).toMatchObject({ hasHeader: true, kinds: ['text', 'number'] })
    expect(head('id|1').hasHeader).toBe(true)
    expect(head('a|1').hasHeader).toBe(false)
    expect(head('|0|1/5|6|7/8|9|1')).toMatchObject({ hasHeader: true, kinds: ['text', 'number', 'number'] })
    expect(head('|1|2/5|6|7/8|9|1').hasHeader).toBe(true)
    expect(head('|1|3/5|6|7/8|9|1').hasHeader).toBe(false)
    expect(head('/5/8').hasHeader).toBe(false)
  })

  it('may lack the name of the first column, as R writes them', () => {
    expect(head('x|y/a|1|2/b|3|4')).toMatchObject({
      hasHeader: true,
      names: ['', 'x', 'y'],
      kinds: ['text', 'number', 'number'],
    })
    expect(head('1|2/a|1|2/b|3|4').hasHeader).toBe(false)
  })

  it('of texts alone are a header where its words do not come again', () => {
    expect(head('who|what/Ann|cat/Bob|dog').hasHeader).toBe(true)
    expect(head('who|cat/Ann|cat/Bob|dog').hasHeader).toBe(false)
    expect(head('who|what/Ann|cat').hasHeader).toBe(false)
    expect(head('who|/Ann|cat/Bob|dog').hasHeader).toBe(false)
    expect(head('title/a long day/two words/more words here').hasHeader).toBe(true)
    expect(head('one/two/three/four').hasHeader).toBe(false)
    expect(head('a title/a long day/two words/more words here').hasHeader).toBe(false)
  })

  it('may be titles, which stand alone above at least three columns', () => {
    expect(head('Spring run/in 2026/x|y|z/1|2|3/4|5|6')).toMatchObject({ titles: 2, names: ['x', 'y', 'z'] })
    expect(head('Spring run||/x|y|z/1|2|3/4|5|6').titles).toBe(1)
    expect(head('7/x|y|z/1|2|3/4|5|6').titles).toBe(0)
    expect(head('Spring/x|y/1|2/3|4').titles).toBe(0)
    expect(head('Spring/x|y|z/1|2|3').titles).toBe(0)
    expect(head('Spring/x|y|z/a|1|2|3/b|4|5|6').titles).toBe(1)
    expect(head('Spring/x|y|z/1|2|3/4|5|6|7|8').titles).toBe(0)
  })

  it('with two headers are refused with the words of the second', () => {
    const units = `x|y|z/kg|cm|${'s'.repeat(30)}/${Array.from({ length: 30 }, (_, i) => `${i}|2|3`).join('/')}`
    expect(() => head(units)).toThrow(
      `t.csv: has two header rows (row 1 below the header holds "kg", "cm", "${'s'.repeat(20)}" over columns of numbers), keep one of them`,
    )
    const numbers = Array.from({ length: 30 }, (_, i) => `${i}|2|3|4`).join('/')
    expect(head(`x|y|z|w/kg|cm|1|2/${numbers}`).hasHeader).toBe(true)
    expect(head(`x|y|z|w/-|-|-|-/${numbers}`).hasHeader).toBe(true)
  })

  it('give equal names numbers and empty ones their place', () => {
    expect(head('x|x||x|x.2/1|2|3|4|5/6|7|8|9|0').names).toEqual(['x', 'x.2', 'column 3', 'x.3', 'x.2.2'])
  })

  it('read a comma as the decimal sign where it is one, and signs for missing values as none', () => {
    expect(head('x|y/1,5|2/3,5|4', true).kinds).toEqual(['number', 'number'])
    expect(head('x|y/1,5|2/3,5|4').kinds).toEqual(['text', 'number'])
    expect(head('x|y/NA|2/3|-/4|5').kinds).toEqual(['number', 'number'])
    expect(head('x|class/1|2.5/3|4.5').kinds).toEqual(['number', 'number'])
    expect(head('x|class/1|2/3|4').kinds).toEqual(['number', 'text'])
    expect(head('x|y/1|2/3|4').kinds).toEqual(['number', 'number'])
    expect(head('z|y/1|2/3|4').kinds).toEqual(['number', 'text'])
  })
})
