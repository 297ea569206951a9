import { nameClusters } from '@manyview/core'
import { expect, it } from 'vitest'

it('calls clusters by the words that they have, or by features with their direction', () => {
  expect(
    nameClusters([
      [
        { name: 'match', effect: 0.5, word: true },
        { name: 'goal', effect: 0.9, word: true },
        { name: 'tax', effect: -0.8, word: true },
      ],
      [
        { name: 'CD4', effect: -0.7 },
        { name: 'CD8', effect: 0.9 },
        { name: 'CD3', effect: 0.1 },
      ],
      [{ name: 'CD19', effect: 0.9, byChance: true }],
    ]),
  ).toEqual(['goal, match', 'high CD8, low CD4', 'Cluster 2'])
})

it('takes words that only join others last', () => {
  const words = ['and its', 'they', 'dough', 'its dough', 'egg'].map((name, i) => ({
    name,
    effect: 0.9 - i / 10,
    word: true,
  }))
  expect(nameClusters([words, words.slice(0, 2)])).toEqual(['dough, egg, and its', 'and its, they'])
})

it('gives every cluster a name of its own', () => {
  const same = [
    { name: 'a', effect: 0.9 },
    { name: 'b', effect: 0.8 },
  ]
  const names = nameClusters([same, [...same, { name: 'c', effect: 0.3 }], same])
  expect(names).toEqual(['high a, high b (0)', 'high a, high b, high c', 'high a, high b (2)'])
})

it('calls a cluster by its category, and says more where two are of the same', () => {
  const effects = [
    { name: 'a', effect: 0.9 },
    { name: 'b', effect: -0.8 },
  ]
  expect(nameClusters([effects, effects.slice(1), []], ['late', 'late', null])).toEqual([
    'late, high a',
    'late, low b',
    'Cluster 2',
  ])
})

it('gives counts that only have numbers their direction', () => {
  expect(
    nameClusters([[{ name: 'pixels-34', effect: 0.5, word: true }], [{ name: '2004', effect: 0.5, word: true }]]),
  ).toEqual(['high pixels-34', '2004'])
})

it('names the view of features only where two of the same name stand in one name', () => {
  const pc1 = { name: 'PC1', view: 'genes', effect: 0.9 }
  const other = { name: 'PC1', view: 'proteins', effect: -0.8 }
  expect(nameClusters([[pc1, other], [pc1, { name: 'PC2', view: 'proteins', effect: 0.5 }], [other]])).toEqual([
    'high PC1 of genes, low PC1 of proteins',
    'high PC1, high PC2',
    'low PC1',
  ])
})

it('says no word twice', () => {
  const words = ['box office', 'box', 'office', 'film', 'films of'].map((name, i) => ({
    name,
    effect: 0.9 - i / 10,
    word: true,
  }))
  expect(nameClusters([words])).toEqual(['box office, film, films of'])
})

it('has at most 40 characters and whole words, without an ellipsis', () => {
  const long = 'a very long name of a feature that nobody would ever read to its end'
  const effects = [
    { name: long, effect: 0.9 },
    { name: 'b', effect: 0.8 },
  ]
  const names = nameClusters([effects, effects, [{ name: 'x'.repeat(60), effect: 0.7 }]])
  expect(names).toEqual([
    'high a very long name of a feature (0)',
    'high a very long name of a feature (1)',
    `high ${'x'.repeat(35)}`,
  ])
  for (const name of names) expect(name.length).toBeLessThanOrEqual(40)
})

it('calls a cluster by its number where only features without a name set it apart', () => {
  expect(nameClusters([[{ name: 'feature 175', effect: 0.9, unnamed: true }]])).toEqual(['Cluster 0'])
})
