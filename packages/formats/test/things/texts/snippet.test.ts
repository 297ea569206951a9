import { describe, expect, it } from 'vitest'
import { snippet } from '../../../src/things/preview.ts'

describe('a snippet', () => {
  it('is a short text in one line', () => {
    expect(snippet('  A title\n\n and\ta line ')).toBe('A title and a line')
    expect(snippet('')).toBe('')
  })

  it('is at most 160 characters long and ends between words', () => {
    const text = Array.from({ length: 100 }, (_, i) => `word${i}`).join(' ')
    const start = snippet(text)
    expect(start.length).toBeLessThanOrEqual(160)
    expect(start.endsWith('…')).toBe(true)
    expect(text.startsWith(`${start.slice(0, -1)} `)).toBe(true)
  })

  it('cuts a text without spaces between characters, never within one', () => {
    expect(Array.from(snippet('😀'.repeat(500)))).toEqual([...Array(159).fill('😀'), '…'])
  })
})
