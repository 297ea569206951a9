import { describe, expect, it } from 'vitest'
import { storedExample } from '../../../manyview/test/stored-example.ts'
import { parseRecord, storedClustering } from '../../src/index.ts'
import { packFloats, packWhole } from '../../src/results/packed-array.ts'

const { record } = storedExample({
  samples: 12,
  classes: ['x', 'y'],
  metadata: {
    sex: Array.from({ length: 12 }, (_, i) => ['f', 'm', null][i % 3]),
    age: Array.from({ length: 12 }, (_, i) => (i === 4 ? null : i)),
  },
})
const { assignment, explanation, tree } = record
const whole = (length: number, value = 0) => packWhole(new Int32Array(length).fill(value))
const [first, ...rest] = explanation!.clusters

describe('storedClustering(record)', () => {
  it('gives metadata back as it was, missing values as −1 and NaN', () => {
    const [sex, age] = storedClustering(record).metadata
    expect(sex).toMatchObject({ kind: 'category', levels: ['f', 'm'] })
    expect(sex.kind === 'category' && Array.from(sex.codes.slice(0, 4))).toEqual([0, 1, -1, 0])
    expect(age.kind === 'number' && Array.from(age.values.slice(3, 6))).toEqual([3, Number.NaN, 5])
  })

  // What was changed, and what is said of it.
  it.each<[string, object]>([
    ['has 2 ids for 12 samples', { assignment: { ...assignment, ids: ['a', 'b'] } }],
    ['the labels are not 12 numbers', { assignment: { ...assignment, labels: whole(11) } }],
    ['the labels hold 9 but there are 3', { assignment: { ...assignment, labels: whole(12, 9) } }],
    ['the sizes of the clusters are not those of the labels', { assignment: { ...assignment, labels: whole(12) } }],
    ['has 2 sizes for 3 clusters', { sizes: [6, 6] }],
    [
      'the confidences are not all numbers',
      { assignment: { ...assignment, confidence: packFloats(new Float64Array(12).fill(Number.NaN)) } },
    ],
    ['counts who has 1 view of 12 samples', { coverage: { samples: 12, views: [{ name: 'words', samples: 12 }] } }],
    ['counts who has 2 views of 9 samples', { coverage: { samples: 9, views: [{}, {}] } }],
    ['has the confidence of 1 cluster but 3 clusters', { clusterConfidence: [0.5] }],
    ['left out the view "sound", which is not there', { leaveOneOut: [{ view: 'sound', ari: 1 }] }],
    ['has sex of 1 of 3 clusters', { associations: oneCluster('sex') }],
    ['has age of 1 of 3 clusters', { associations: oneCluster('age') }],
    ['has 1 name for 3 clusters', { names: ['only'] }],
    ['names samples 3 and 12 of 12 as copies', { duplicates: [{ first: 3, second: 12, exact: true }] }],
    ['names samples 5 and 5 of 12 as copies', { duplicates: [{ first: 5, second: 5, exact: true }] }],
    ['has the support of 1 view but 2 views', { explanation: { ...explanation, support: [0.5] } }],
    ['the agreement of the views is not 3×3', { explanation: { ...explanation, agreement: [[1]] } }],
    ['the agreement of the views is not 3×3', { explanation: { ...explanation, agreement: [[1], [1], [1]] } }],
    ['explains 2 of 3 clusters', { explanation: { ...explanation, clusters: rest } }],
    ['names sample 12 of 12', { explanation: { ...explanation, clusters: [{ ...first, typical: [12] }, ...rest] } }],
    ['names sample 30 of 12', { explanation: { ...explanation, clusters: [{ ...first, doubtful: [30] }, ...rest] } }],
    [
      'has features of 0 views but 2 views',
      { explanation: { ...explanation, clusters: [{ ...first, features: [] }, ...rest] } },
    ],
    ['has the maps of 0 views but 2 views', { explanation: { ...explanation, viewMaps: [] } }],
    ['has the leanings of 0 views but 2 views', { explanation: { ...explanation, views: [] } }],
    ['the leaves of the tree do not hold 12 samples', { tree: { ...tree, leafSizes: [4, 4, 5] } }],
    ['the tree has 1 merge for 3 leaves', { tree: { ...tree, merges: tree!.merges.slice(1) } }],
    ['the merges of the tree do not fit together', { tree: { ...tree, merges: [merge(0, 1), merge(0, 2)] } }],
    ['the merges of the tree do not fit together', { tree: { ...tree, merges: [merge(0, 3), merge(1, 2)] } }],
  ])('refuses a record that %s', (what, change) => {
    expect(() => storedClustering({ ...record, ...change } as never, 'c.json')).toThrow(
      `c.json: ${what}, it was changed or cut: make it again with "manyview fit"`,
    )
  })
})

describe('parseRecord(text)', () => {
  it.each([
    ['{"version": 1', 'is not JSON or was cut off'],
    ['[1, 2]', 'is no clustering of Manyview'],
    ['{"format": "other"}', 'is no clustering of Manyview'],
    [JSON.stringify({ ...record, version: 2 }), 'has version 2 but this Manyview knows version 1, update Manyview'],
  ])('refuses %.20s', (text, what) => {
    expect(() => parseRecord(text)).toThrow(what)
  })
})

function merge(first: number, second: number) {
  return { first, second, height: 0.5, support: 0.5 }
}

/** The tests with what a column has in the first cluster only. */
function oneCluster(column: string) {
  const associations = record.associations!.associations.map((found) => {
    if (found.column !== column) return found
    return found.kind === 'category'
      ? { ...found, counts: found.counts.slice(0, 1) }
      : found.kind === 'survival'
        ? found
        : { ...found, clusters: found.clusters.slice(0, 1) }
  })
  return { ...record.associations, associations }
}
