import { InputError } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { XmlScanner } from '../../../src/readers/sheet/xml.ts'

/** What the scanner tells of a text that comes in pieces. */
function told(...pieces: string[]): string[] {
  const events: string[] = []
  const scanner = new XmlScanner(
    {
      open: (name, attributes) => events.push(`<${name} ${attributes('a')}`.trim()),
      close: (name) => events.push(`/${name}`),
      text: (text) => events.push(text),
    },
    (what) => new InputError(what, { code: 'bad-file', argument: 'x' }),
  )
  for (const piece of pieces) scanner.push(piece)
  scanner.finish()
  return events
}

describe('XmlScanner', () => {
  it('tells elements without prefixes, attributes and text', () => {
    expect(told('<?xml version="1.0"?><x:r a="1"><b/>two<c y:a = "no" ya="2" y:a=\'3\' /></x:r>')).toEqual([
      '<r 1',
      '<b',
      '/b',
      'two',
      '<c 3',
      '/c',
      '/r',
    ])
  })

  it('finds the same wherever a piece ends', () => {
    const text = '<r a="1 &amp; 2">x<!-- > --><![CDATA[<y>]]></r>'
    const whole = told(text)
    expect(whole).toEqual(['<r 1 & 2', 'x', '<y>', '/r'])
    for (let cut = 1; cut < text.length; cut++) {
      const events = told(text.slice(0, cut), text.slice(cut))
      expect(events.join('')).toBe(whole.join(''))
    }
  })

  it('reads entities by name and by number, and leaves those of a document alone', () => {
    expect(told('<r>&lt;&gt;&quot;&apos;&#65;&#x42;&#X1F600;&own;&#x110000;&#0;</r>')[1]).toBe(
      '<>"\'AB😀&own;&#x110000;&#0;',
    )
  })

  it('refuses a tag without an end', () => {
    expect(() => told('<r><b')).toThrow('a tag without an end')
    expect(() => told('<r>', `<${'b'.repeat(1 << 20)}`)).toThrow('a tag without an end')
    expect(told('<r>text')).toEqual(['<r'])
  })
})
