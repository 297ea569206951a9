import { associate, nearestCategories } from '@manyview/core/metadata'
import { expect, it } from 'vitest'

const labels = Int32Array.from({ length: 90 }, (_, i) => i % 3)
const named = (columns: Record<string, string[]>) => nearestCategories(associate(labels, columns).associations, 3)

it('gives each cluster the category of most of its samples, in the column that goes with the clusters most', () => {
  const weak = Array.from(labels, (label, i) => (i % 7 < 4 ? `w${label}` : `w${(label + 1) % 3}`))
  const strong = Array.from(labels, (label, i) => (i % 10 === 0 ? 'early' : ['early', 'late', 'none'][label]))
  expect(named({ weak, strong })).toEqual(['early', 'late', 'none'])
})

it('gives none where no column goes with the clusters, and none to a cluster without a majority', () => {
  const chance = Array.from(labels, (_, i) => ['x', 'y'][i % 2])
  expect(named({ chance })).toEqual([null, null, null])
  const split = Array.from(labels, (label, i) => (label < 2 ? `c${label}` : `d${i % 5}`))
  expect(named({ split })).toEqual(['c0', 'c1', null])
})
