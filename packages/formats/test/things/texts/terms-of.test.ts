import { describe, expect, it } from 'vitest'
import { termsOf } from '../../../src/things/texts/terms-of.ts'

describe('the terms of a text', () => {
  it('are its words in lower case, pairs of them within a phrase, and four characters with the ends of words', () => {
    expect(termsOf("The cat's bed. Two dogs")).toEqual({
      words: ['the', 'cat', 's', 'bed', 'two', 'dogs'],
      pairs: ['the cat', 'cat s', 's bed', 'two dogs'],
      characters: [' the', 'the ', ' cat', 'cat ', ' s ', ' bed', 'bed ', ' two', 'two ', ' dog', 'dogs', 'ogs '],
    })
  })

  it('are characters, two and three of them in scripts without spaces', () => {
    expect(termsOf('北京大学 x。日')).toEqual({
      words: ['北京', '京大', '大学', 'x', '日'],
      pairs: ['北京大', '京大学'],
      characters: ['北', '京', '大', '学', ' x ', '日'],
    })
    expect(termsOf('ไทย').words).toEqual(['ไท', 'ทย'])
    expect(termsOf('カタ').words).toEqual(['カタ'])
  })

  it('are the same however a character is written', () => {
    expect(termsOf('Cafe\u0301 ＡＢＣ ﬁn')).toEqual(termsOf('café abc fin'))
    expect(termsOf('ΟΔΟΣ').words).toEqual(termsOf('οδος').words)
    expect(termsOf('İ').words.length).toBe(1)
  })

  it('keep letters of scripts that have words with spaces, and no signs', () => {
    expect(termsOf('Привет, мир — 한국어 مرحبا 😀!').words).toEqual(['привет', 'мир', '한국어', 'مرحبا'])
    expect(termsOf(' …\n\t“”')).toEqual({ words: [], pairs: [], characters: [] })
  })
})
