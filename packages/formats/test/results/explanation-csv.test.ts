import { explanationCsv } from '@manyview/formats'
import { describe, expect, it } from 'vitest'
import { storedExample } from '../../../manyview/test/stored-example.ts'

const lines = (text: string) => text.trimEnd().split('\n')
const scores = (acc: number) => ({ acc, nmi: acc / 2, purity: acc, ari: acc, fscore: acc })

describe('explanationCsv(stored)', () => {
  it('has a row for every feature that sets a cluster apart, with its direction', () => {
    const found = lines(explanationCsv(storedExample({ views: ['words', 'a, b'] }))['features.csv'])
    expect(found.slice(0, 4)).toEqual([
      'cluster,view,feature,name,effect,direction,by_chance,mean_inside,mean_outside',
      '0,words,2,,0.75,larger,no,4.5,1',
      '0,words,4,,-0.5,smaller,yes,0,2',
      '0,"a, b",2,,0.75,larger,no,4.5,1',
    ])
    expect(found.length).toBe(1 + 3 * 2 * 2)
  })

  it('has a row for every cluster with its confidence, typical and doubtful samples', () => {
    const found = lines(
      explanationCsv(storedExample({ samples: 6, ids: ['a', 'b', 'c', 'd', 'e', 'f'] }))['clusters.csv'],
    )
    expect(found).toEqual([
      'cluster,name,samples,mean_confidence,typical,doubtful',
      '0,Cluster 0,2,0.5,a,d',
      '1,Cluster 1,2,0.5,b,e',
      '2,Cluster 2,2,0.5,c,f',
    ])
  })

  it('has a row for every sample: where each view pulls it, nothing where it lacks the view', () => {
    const found = lines(explanationCsv(storedExample({ samples: 12 }))['samples.csv'])
    expect(found[0]).toBe('id,cluster,confidence,words: cluster,words: strength,pixels: cluster,pixels: strength')
    expect(found[1]).toBe('0,0,0,1,0,0,0')
    expect(found[2]).toBe('1,1,0.1,1,0.25,2,0.25')
    expect(found[7]).toBe('6,0,0.6,,,,')
    expect(found.length).toBe(13)
  })

  it('has a row for every view, with what happens without it where that was asked for', () => {
    const plain = lines(explanationCsv(storedExample())['views.csv'])
    expect(plain[0]).toBe('view,features,weight,support,agreement,same_cluster,mean_strength')
    expect(plain[1]).toMatch(/^words,5,,0.8,0.4,0\.\d+,0\.\d+$/)
    const leaveOneOut = ['words', 'pixels'].map((view) => ({
      view,
      samples: 60,
      ari: 0.5,
      nmi: 0.6,
      confidenceChange: -0.1,
      scores: scores(0.8),
      scoreChange: scores(-0.1),
      problem: null,
    }))
    const [head, first] = lines(explanationCsv(storedExample({ leaveOneOut }))['views.csv'])
    expect(head).toMatch(/without_samples,without_ari,without_nmi,without_confidence_change,without_acc,/)
    expect(first).toMatch(/,60,0.5,0.6,-0.1,0.8,-0.1,0.4,-0.05$/)
  })

  it('is empty without an explanation', () => {
    expect(explanationCsv(storedExample({ explained: false }))).toEqual({})
  })
})
