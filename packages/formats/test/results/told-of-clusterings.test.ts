import { describe, expect, it } from 'vitest'
import { storedExample } from '../../../manyview/test/stored-example.ts'
import type { StoredClustering } from '../../src/index.ts'
import {
  dividedSamples,
  mapWords,
  pulledElsewhere,
  shareKept,
  typicalFirst,
} from '../../src/results/clustering-words.ts'
import { clusteringOf } from '../../src/results/stored-clustering.ts'

/** Four samples in clusters 0, 0, 1, 1; by view the cluster that it leans to and how strongly. */
function leaning(...views: [clusters: number[], strength: number[]][]): StoredClustering {
  return {
    record: { views: views.map((_, v) => ({ name: `view ${v + 1}` })) },
    labels: Int32Array.of(0, 0, 1, 1),
    explanation: {
      views: views.map(([clusters, strength]) => ({
        leaning: Int32Array.from(clusters),
        strength: Float64Array.from(strength),
      })),
    },
  } as unknown as StoredClustering
}

const three = leaning(
  [
    [0, 0, 1, 1],
    [0.9, 0.3, 0.5, 0.5],
  ],
  [
    [1, 1, 1, -1],
    [0.4, 0.8, 0.5, 0.9],
  ],
  [
    [1, 0, 0, 1],
    [0.5, 0.1, 0.19, 0.5],
  ],
)

describe('dividedSamples(stored)', () => {
  it('names samples that views clearly put apart, those first on which both sides are strongest', () => {
    expect(dividedSamples(three)).toEqual([
      {
        sample: 0,
        here: ['view 1'],
        elsewhere: [
          { view: 'view 3', cluster: 1 },
          { view: 'view 2', cluster: 1 },
        ],
      },
      { sample: 1, here: ['view 1'], elsewhere: [{ view: 'view 2', cluster: 1 }] },
    ])
  })

  it('counts a view from a strength of 0.2 on', () => {
    const just = (strength: number) =>
      leaning(
        [
          [0, 0, 1, 1],
          [1, 1, 1, 1],
        ],
        [
          [1, 0, 1, 1],
          [strength, 1, 1, 1],
        ],
      )
    expect(dividedSamples(just(0.2)).map(({ sample }) => sample)).toEqual([0])
    expect(dividedSamples(just(0.19))).toEqual([])
  })

  it('is empty where nothing is known of the views', () => {
    expect(dividedSamples({ ...three, explanation: null })).toEqual([])
  })
})

describe('shareKept(stored, view)', () => {
  it('counts the samples that have the view', () => {
    expect([0, 1, 2].map((view) => shareKept(three, view))).toEqual([1, 1 / 3, 1 / 2])
    expect(shareKept(three, 1, 0)).toBe(0)
    expect(shareKept(three, 1, 1)).toBe(1)
  })

  it('is null where none has it, or nothing is known', () => {
    expect(shareKept(three, 1, 2)).toBeNull()
    expect(shareKept({ ...three, explanation: null }, 0)).toBeNull()
  })
})

describe('pulledElsewhere(stored, sample)', () => {
  it('gives the views that lean elsewhere, the strongest first, and those of equal strength in their order', () => {
    expect(pulledElsewhere(three, 2)).toEqual([{ view: 'view 3', cluster: 0 }])
    expect(pulledElsewhere(three, 2, 0.2)).toEqual([])
    const equal = leaning(
      [
        [1, 0, 1, 1],
        [0.5, 0, 0, 0],
      ],
      [
        [1, 0, 1, 1],
        [0.5, 0, 0, 0],
      ],
    )
    expect(pulledElsewhere(equal, 0).map(({ view }) => view)).toEqual(['view 1', 'view 2'])
  })

  it('leaves out views that the sample lacks and those that say nothing', () => {
    expect(pulledElsewhere(three, 3)).toEqual([])
    expect(
      pulledElsewhere(
        leaning([
          [1, 0, 1, 1],
          [0, 0, 0, 0],
        ]),
        0,
      ),
    ).toEqual([])
  })
})

describe('typicalFirst(stored, cluster)', () => {
  const stored = {
    labels: Int32Array.of(0, 0, 0, 1, 0, 0),
    confidence: Float64Array.of(0.2, 0.9, 0.5, 1, 0.5, 0.1),
    explanation: { clusters: [{ typical: [2], doubtful: [5, 0] }] },
  } as unknown as StoredClustering

  it('has the typical ones, then the others by confidence, then the doubtful ones, the most doubtful last', () => {
    expect(typicalFirst(stored, 0)).toEqual([2, 1, 4, 0, 5])
  })

  it('has those of equal confidence in their order, and all in order where none is known', () => {
    const bare = { ...stored, explanation: null }
    expect(typicalFirst(bare, 0)).toEqual([1, 2, 4, 0, 5])
    expect(typicalFirst({ ...bare, confidence: null }, 0)).toEqual([0, 1, 2, 4, 5])
  })
})

describe('mapWords(map)', () => {
  it('says what a map shows, and how far to believe it', () => {
    expect(mapWords(null)).toBe('')
    expect(mapWords({ mapTrust: 0.47 })).toBe(
      'Near each other: samples that the views, taken together, show as alike. Distances between far groups mean little. Trust 47 %: how well the map keeps who is near whom.',
    )
    expect(mapWords({ mapTrust: 0.47, pulledApart: true })).toContain(
      ' Clusters are pulled apart: the gaps between them are not in the data. Trust 47 %',
    )
    expect(mapWords({})).toBe('The views and a little of what was clustered, which pulls clusters apart.')
  })
})

describe('clusteringOf(stored)', () => {
  it('is the clustering that was stored, without its matrices', () => {
    const stored = storedExample({ samples: 6, objective: [3, 1] })
    const clustering = clusteringOf({ ...stored, ids: null })
    expect(clustering).toMatchObject({
      method: 'consensus',
      clusters: 3,
      seed: 7,
      ids: ['0', '1', '2', '3', '4', '5'],
      memberships: null,
      embedding: null,
      history: { objective: [3, 1], change: [] },
      choice: null,
    })
    expect(Array.from(clustering.labels)).toEqual([0, 1, 2, 0, 1, 2])
    expect(clustering.tree).toEqual(stored.tree)
    expect(clustering.outlierScores).toEqual(stored.outlierScores)
    expect(clustering.duplicates).toEqual(stored.record.duplicates)
    expect(clusteringOf({ ...stored, tree: null, outlierScores: null })).not.toHaveProperty('tree')
  })
})
