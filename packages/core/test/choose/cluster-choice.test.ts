import { describe, expect, it } from 'vitest'
import { choiceWarnings, explainChoice, rankCandidates } from '../../src/choose/cluster-choice.ts'

const measured = (clusters: number, stability: number, agreement: number, gap: number) => ({
  clusters,
  stability,
  agreement,
  gap,
})
const none = { stability: 0, agreement: 0 }

const most = (clusters: number) => Math.sqrt(1 - 1 / clusters)

describe('rankCandidates(measured)', () => {
  it('scores stability² × agreement / √(1 − 1/k), highest first, whatever the gap', () => {
    const ranked = rankCandidates([measured(2, 0.5, 0.4, 0.9), measured(3, 0.8, 0.5, 0.25), measured(4, 1, 0.2, 0.1)])
    expect(ranked.map(({ clusters }) => clusters)).toEqual([3, 4, 2])
    for (const { clusters, stability, agreement, score } of ranked)
      expect(score).toBeCloseTo((stability ** 2 * agreement) / most(clusters), 12)
  })

  it('counts nothing below zero, and puts the smaller of equal numbers first', () => {
    const ranked = rankCandidates([measured(4, 0.5, 0.5, 0), measured(3, -0.5, 0.5, 0), measured(2, -0.5, -0.5, 0.3)])
    expect(ranked.map(({ clusters }) => clusters)).toEqual([4, 2, 3])
    expect(ranked.slice(1).map(({ score }) => score)).toEqual([0, 0])
  })

  it('scores one cluster 0, whatever was measured', () => {
    expect(rankCandidates([measured(1, 1, 1, 1), measured(2, 0.1, 0.1, 0)]).map(({ clusters }) => clusters)).toEqual([
      2, 1,
    ])
  })

  it('takes more than 16 only where they are stable, or where there are no fewer to choose from', () => {
    const many = [measured(17, 0.59, 0.9, 0), measured(18, 0.6, 0.9, 0)]
    expect(rankCandidates([measured(3, 0.3, 0.3, 0), ...many]).map(({ clusters }) => clusters)).toEqual([18, 3, 17])
    expect(rankCandidates(many).map(({ clusters }) => clusters)).toEqual([18, 17])
  })

  it('counts 16 as few and one cluster as none', () => {
    const numbersOf = (...all: Parameters<typeof rankCandidates>[0]) =>
      rankCandidates(all).map(({ clusters }) => clusters)
    const [unstable, stable] = [measured(17, 0.59, 0.9, 0), measured(18, 0.6, 0.5, 0)]
    expect(numbersOf(unstable, stable)).toEqual([17, 18])
    expect(numbersOf(measured(1, 1, 1, 0), unstable, stable)).toEqual([17, 18, 1])
    expect(numbersOf(measured(16, 0.3, 0.3, 0), unstable, stable)).toEqual([18, 16, 17])
    expect(numbersOf(measured(16, 0.3, 0.3, 0), measured(3, 0.1, 0.1, 0))).toEqual([16, 3])
  })
})

describe('explainChoice(candidates, chance)', () => {
  it('lets a number stand out that is more than a fifth of the way from chance to 1', () => {
    const chance = { stability: 0.5, agreement: 0.4 * most(3) }
    // Chance gives 0.2, so that the number must have more than 0.36.
    const choice = (product: number) => explainChoice(rankCandidates([measured(3, 1, product * most(3), 0)]), chance)
    expect(choice(0.37)).toMatchObject({ clusters: 3, standsOut: true })
    expect(choice(0.37).chance).toBeCloseTo(0.2, 12)
    expect(choice(0.35)).toMatchObject({ clusters: 3, standsOut: false })
    expect(explainChoice(rankCandidates([measured(3, -1, -1, 0)]), none).standsOut).toBe(false)
    expect(explainChoice(rankCandidates([measured(3, 1, 1, 0)]), { stability: -1, agreement: -1 }).chance).toBe(0)
  })

  it('takes one cluster where it may and nothing stands out, else the best small number', () => {
    const [two, three, nine] = [measured(2, 0.1, 0.1, 0), measured(3, 0.2, 0.1, 0), measured(9, 0.4, 0.3, 0)]
    expect(explainChoice(rankCandidates([measured(1, 0, 0, 0), two, three]), none).clusters).toBe(1)
    expect(explainChoice(rankCandidates([two, three, nine]), none).clusters).toBe(3)
    expect(explainChoice(rankCandidates([nine]), none).clusters).toBe(9)
    const clear = explainChoice(rankCandidates([measured(1, 0, 0, 0), measured(3, 0.9, 0.6, 0.1)]), none)
    expect(clear).toMatchObject({ clusters: 3, standsOut: true })
    expect(explainChoice(rankCandidates([measured(1, 1, 1, 1)]), none)).toMatchObject({ standsOut: false, chance: 0 })
    expect(explainChoice(rankCandidates([measured(5, 0.1, 0.1, 0), nine]), nine).clusters).toBe(5)
    expect(explainChoice(rankCandidates([measured(6, 0.1, 0.1, 0), nine]), nine).clusters).toBe(9)
  })

  it('says in two sentences which number is best, how far clusterings agree, and which are nearly as good', () => {
    const candidates = rankCandidates([
      measured(2, 0.7, 0.5, 0.1),
      measured(3, 0.876, 0.512, 0.2),
      measured(4, 0.876, 0.512, 0.15),
      measured(5, 0.5, 0.4, 0.05),
    ])
    expect(explainChoice(candidates, none).reason).toBe(
      '3 clusters fit best of 2 to 5. Separate clusterings agree 0.88 of 1; 4 is nearly as good.',
    )
    const alone = rankCandidates([measured(3, 0.9, 0.6, 0.1), measured(7, 0.1, 0.1, 0.4), measured(1, 0, 0, 0.9)])
    expect(explainChoice(alone, none).reason).toBe(
      '3 clusters fit best of 1 to 7. Separate clusterings agree 0.90 of 1.',
    )
  })

  it('names three that are nearly as good, the smallest first, and counts the rest', () => {
    const equals = (count: number) =>
      rankCandidates(Array.from({ length: count }, (_, i) => measured(i + 2, 0.9, (0.6 + i / 1e6) * most(i + 2), 0)))
    expect(explainChoice(equals(4), none).reason).toMatch(/; 2, 3 and 4 are nearly as good\.$/)
    expect(explainChoice(equals(6), none).reason).toMatch(/; 4, 5, 6 and 2 more are nearly as good\.$/)
    const limit = rankCandidates([0.5, 0.451, 0.44].map((share, i) => measured(i + 2, 1, share * most(i + 2), 0)))
    expect(explainChoice(limit, none).reason).toMatch(/; 3 is nearly as good\.$/)
  })

  it('says so where there is one number only, or none stands out, and warns of the latter', () => {
    const only = explainChoice(rankCandidates([measured(4, 0, 0, 0)]), none)
    expect(only.reason).toBe('4 is the only number to choose from.')
    expect(choiceWarnings(only)).toEqual([])
    const weak = explainChoice(rankCandidates([measured(2, 0.1, 0.1, 0), measured(3, 0.2, 0.1, 0)]), none)
    expect(choiceWarnings(weak)).toEqual([
      'No number of clusters from 2 to 3 stands out: the data may hold no groups, or groups within groups. 3 is a small number to begin with; 2 comes next.',
    ])
    const many = [2, 3, 4, 5, 6].map((clusters) => measured(clusters, 0.2, 0.1 / clusters, 0))
    expect(explainChoice(rankCandidates(many), none).reason).toMatch(
      / 2 is a small number to begin with; 3, 4 and 5 come next\.$/,
    )
    const one = explainChoice(rankCandidates([measured(1, 0, 0, 0), measured(3, 0.2, 0.1, 0)]), none)
    expect(one.reason).toMatch(/ One cluster holds all samples; 3 comes next\.$/)
    const clear = explainChoice(rankCandidates([measured(2, 0.1, 0.1, 0), measured(3, 1, 0.6, 0)]), none)
    expect(choiceWarnings(clear)).toEqual([])
    expect(choiceWarnings(null)).toEqual([])
  })
})
