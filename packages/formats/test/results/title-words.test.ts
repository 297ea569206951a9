import type { MetadataColumn } from '@manyview/core/metadata'
import { expect, it } from 'vitest'
import { titleWords } from '../../src/results/title-words.ts'

const column = (name: string, texts: readonly (string | null)[]): MetadataColumn => {
  const levels = [...new Set(texts.filter((text) => text !== null))]
  return {
    name,
    kind: 'category',
    levels,
    codes: Int32Array.from(texts, (text) => (text === null ? -1 : levels.indexOf(text))),
  }
}
const titles = [
  'Cup final won',
  'The cup again',
  'Cup of goals',
  'Tax cut again',
  'The tax bill',
  'A tax, tax, tax',
  null,
]
const labels = [0, 0, 0, 1, 1, 1, 1]

it('finds the words of a column of titles that tell each cluster from the others', () => {
  const found = titleWords([column('id', titles), column('Title', titles)], labels, 2)!
  expect(found.column).toBe('Title')
  expect(found.words.map((words) => words.map(({ name }) => name))).toEqual([['cup'], ['tax']])
})

it('finds nothing without such a column', () => {
  expect(titleWords([column('stage', titles)], labels, 2)).toBeNull()
})
