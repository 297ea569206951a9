import { expect, it } from 'vitest'
import { printSizes } from '../../src/print/print-clustering.ts'
import { Screen } from '../../src/screen/screen.ts'

function printed(names?: string[]): string[] {
  let text = ''
  const stream = { write: (part: string) => (text += part) }
  printSizes({ labels: Int32Array.of(0, 1, 1, 2), clusters: 3, confidence: null }, new Screen(stream, stream), names)
  return text.split('\n')
}

it('lists clusters with their names, and a number once where it is the name', () => {
  const [head, ...rows] = printed(['cats', 'Cluster 1', 'emus'])
  expect(head).toMatch(/ name$/)
  expect(rows[0]).toMatch(/^ +0 +1 .* cats$/)
  expect(rows[1]).toMatch(/^ +1 +2 +█+$/)
  expect(rows[2]).toMatch(/^ +2 +1 .* emus$/)
})

it('has no column of names where no cluster has one of its own', () => {
  expect(printed(['Cluster 0', 'Cluster 1', 'Cluster 2'])).toEqual(printed())
  expect(printed().join()).not.toContain('name')
})
