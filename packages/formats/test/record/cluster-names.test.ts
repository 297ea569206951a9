import { expect, it } from 'vitest'
import { clusterNames } from '../../src/record/cluster-names.ts'

it('names of features that stand in several views come with the view', () => {
  const feature = (name: string | undefined, effect: number) => ({ feature: 4, name, effect, byChance: false })
  const cluster = (...features: ReturnType<typeof feature>[][]) => ({ features })
  const explanation = {
    clusters: [
      cluster([feature('PC1', 0.9)], [feature('PC1', -0.8)]),
      cluster([feature('CD8', 0.9)], [feature(undefined, 0.7)]),
    ],
  } as unknown as Parameters<typeof clusterNames>[0]
  const run = { views: [{ name: 'genes' }, { name: 'proteins' }] } as unknown as Parameters<typeof clusterNames>[1]
  expect(clusterNames(explanation, run)).toEqual([
    'high PC1 of genes, low PC1 of proteins',
    'high CD8, high feature 4 of proteins',
  ])
})
