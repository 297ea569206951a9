import { describe, expect, it } from 'vitest'
import { columnRole } from '../../src/things/column-role.ts'
import type { ThingReading } from '../../src/things/thing-column.ts'

const things = {} as ThingReading
const role = (values: string[], options = {}) => columnRole({ name: 'c', values }, { things, ...options })
const many = (make: (i: number) => string) => Array.from({ length: 40 }, (_, i) => make(i))

describe('the role of a column', () => {
  it('is texts where values differ and have several words', () => {
    expect(role(many((i) => `A small red lamp, number ${i}`))).toBe('texts')
    expect(role(many((i) => `第${i}号的红色台灯很好`))).toBe('texts')
  })

  it('is none for categories, names, codes, dates and sentences that repeat', () => {
    expect(role(many((i) => ['red', 'green'][i % 2]))).toBeNull()
    expect(role(many((i) => `Ann Smith${i}`))).toBeNull()
    expect(role(many((i) => `2024-01-${i} 10:00:00 +01`))).toBeNull()
    expect(role(many((i) => ['I fully agree with this', 'I do not agree at all'][i % 2]))).toBeNull()
  })

  it('is pictures for file names, and addresses for the web', () => {
    expect(role(many((i) => `photos/${i}.JPG`))).toBe('pictures')
    expect(role(many((i) => `https://example.org/${i}.jpg`))).toBe('addresses')
  })

  it('is what is said where something is said, and nothing without somebody who makes views', () => {
    const texts = many((i) => `A small red lamp, number ${i}`)
    expect(role(texts, { texts: [] })).toBeNull()
    expect(role(['a', 'b'], { texts: ['c'] })).toBe('texts')
    expect(role(['a', 'b'], { pictures: ['c'] })).toBe('pictures')
    expect(columnRole({ name: 'c', values: texts }, {})).toBeNull()
  })
})
