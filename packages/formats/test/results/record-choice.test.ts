import { cluster } from '@manyview/core'
import { describe, expect, it } from 'vitest'
import { clusteringRecord, parseRecord, type RunRecord, recordText } from '../../src/index.ts'

const data = Array.from({ length: 36 }, (_, i) => [(i % 3) * 9 + ((i * 7) % 5) / 9, (i % 3) * 4 + ((i * 5) % 7) / 9])
const run: RunRecord = {
  versions: {},
  inputs: [],
  reading: {},
  views: [{ name: 'a', features: 2, sparse: false }],
  scores: null,
  warnings: [],
}

describe('clustering.json of a run that chose its number of clusters', () => {
  it('keeps the choice through writing and reading, and lacks it where the number was given', async () => {
    const found = await cluster({ a: data }, { clusters: { from: 2, to: 5 }, runtime: { threads: 1 } })
    const { choice } = parseRecord(recordText(clusteringRecord(found, run)))
    expect(choice!.clusters).toBe(found.clusters)
    expect(choice!.reason).toBe(found.choice!.reason)
    expect(choice!.candidates.map(({ clusters }) => clusters)).toEqual(
      found.choice!.candidates.map(({ clusters }) => clusters),
    )
    choice!.candidates.forEach(({ score }, c) => {
      expect(score).toBeCloseTo(found.choice!.candidates[c].score, 5)
    })
    const given = await cluster({ a: data }, { clusters: 3, runtime: { threads: 1 } })
    expect(parseRecord(recordText(clusteringRecord(given, run)))).not.toHaveProperty('choice')
  })

  it('is refused where the choice was changed to something else', async () => {
    const found = await cluster({ a: data }, { clusters: { from: 2, to: 5 }, runtime: { threads: 1 } })
    const record = JSON.parse(recordText(clusteringRecord(found, run)))
    for (const choice of [{}, { ...record.choice, candidates: [] }, { ...record.choice, clusters: 'many' }])
      expect(() => parseRecord(JSON.stringify({ ...record, choice }))).toThrow(/choice.*it was changed/)
  })
})

describe('clustering.json of a run with weights by view', () => {
  it('has them as an object, also where an older file has them as text, and refuses anything else', async () => {
    const found = await cluster(
      { a: data },
      { clusters: 3, viewWeights: { a: 2 }, effort: 'fast', runtime: { threads: 1 } },
    )
    const text = recordText(clusteringRecord(found, run))
    expect(JSON.parse(text).options.viewWeights).toEqual({ a: 2 })
    expect(parseRecord(text).options.viewWeights).toEqual({ a: 2 })
    const withWeights = (viewWeights: unknown) => {
      const record = JSON.parse(text)
      return JSON.stringify({ ...record, options: { ...record.options, viewWeights } })
    }
    expect(parseRecord(withWeights('{"a":2}')).options.viewWeights).toEqual({ a: 2 })
    expect(parseRecord(withWeights(null)).options.viewWeights).toBeNull()
    for (const wrong of ['{"a":', '{"a":"two"}', { a: 'two' }, true])
      expect(() => parseRecord(withWeights(wrong))).toThrow(/options.*it was changed/)
  })
})
