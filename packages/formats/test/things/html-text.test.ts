import { describe, expect, it } from 'vitest'
import { htmlText } from '../../src/things/read-things.ts'

const words = (html: string) => htmlText(html).split(/\s+/).filter(Boolean).join(' ')

describe('the text of a page', () => {
  it('is what a reader sees', () => {
    const page =
      '<!doctype html><head><style>p > a {}</style><title>A</title></head><!-- <b>no</b> --><p class="x">caf&eacute; &amp; &#65;&#x42;</p><script>if (a < b) {}</script>end'
    expect(words(page)).toBe('A café & AB end')
  })

  it('ends where a tag is not closed, and takes time in proportion to its length', () => {
    expect(words('a <b')).toBe('a')
    expect(words('x <script> y')).toBe('x')
    expect(htmlText('<'.repeat(500_000))).toBe('')
    expect(htmlText('<script '.repeat(100_000))).toBe('')
  })

  it('leaves what it does not know', () => {
    expect(words('&what; a & b &#0;')).toBe('&what; a & b &#0;')
  })
})
