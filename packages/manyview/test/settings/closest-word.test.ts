import { describe, expect, it } from 'vitest'
import { closestWord } from '../../src/settings/closest-word.ts'

describe('closestWord(typed, words)', () => {
  const words = ['restarts', 'maxIterations', 'kmeans', 'dstl']

  it('finds the word behind a slip, in any case', () => {
    expect(closestWord('restart', words)).toBe('restarts')
    expect(closestWord('kmaens', words)).toBe('kmeans')
    expect(closestWord('maxiteration', words)).toBe('maxIterations')
    expect(closestWord('DSLT', words)).toBe('dstl')
  })

  it('proposes nothing for a word that is far from all', () => {
    expect(closestWord('spectral', words)).toBeUndefined()
    expect(closestWord('', words)).toBeUndefined()
    expect(closestWord('x', [])).toBeUndefined()
  })
})
