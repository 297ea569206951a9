import type { Method } from '../methods/method.ts'
import { option } from '../methods/option.ts'
import { dstlEstimate } from './estimate.ts'

/** The published method, as DSTL.md of its paper and experiments: samples to unit length, iterations, k-means on the memberships. */
export const dstl = {
  name: 'dstl' as const,
  title: 'DSTL, fast disentangled slim tensor learning',
  description:
    'Splits each view into a sparse part and a low-rank tensor shared by all views. Smooths along the order of the samples: expect its published accuracy only on files sorted by class.',
  cost: 'time k·d·n + k·m·n·log n an iteration, memory (d + k·m)·n',
  source:
    'Deng Xu, Chao Zhang, Zechao Li, Chunlin Chen, Huaxiong Li: Fast Disentangled Slim Tensor Learning for Multi-view Clustering',
  orderFree: false,
  singlePrecision: true,
  missingViews: true,
  orderFreeWith: ({ transform, variant }) => transform === 'graph' || variant === 'T',
  ranks: 'rows',
  resumable: true,
  options: [
    option.number(
      'lambda1',
      null,
      'weight of the sparse, semantic-unrelated part; by default chosen without labels among 5 values of the published grid',
    ),
    option.number('lambda2', null, 'weight of the tensor nuclear norm; by default chosen with lambda1, from 25 pairs'),
    option.number('lambda3', 1e-4, 'weight of the consensus'),
    option.count('latentDimension', null, 'latent dimension of every view; the number of clusters when not given'),
    option.choice(
      'consensusRule',
      ['sum', 'mean'],
      'sum',
      'sum as in the experiments of the paper, or mean, the exact minimiser',
    ),
    option.choice(
      'variant',
      ['full', 'S', 'T', 'Y'],
      'full',
      'full, or the ablations: no sparse part (S), no tensor (T), no consensus (Y)',
    ),
    option.choice('start', ['zero', 'random'], 'zero', 'where the representations start'),
    option.choice(
      'transform',
      ['fourier', 'graph'],
      'fourier',
      'fourier: along the order of the samples, as published; graph: along a neighbour graph of all views, for any order, with thresholds from the data (the other options then do not count)',
    ),
    option.number('tolerance', 1e-4, 'stop when the relative squared change falls below it'),
    option.integer('maxIterations', 21, 'most iterations', { maximum: 10000 }),
  ],
  estimate: dstlEstimate,
  blocks: true,
  // Pages that never run it do not load it.
  run: async (input, task) => (await import('./run.ts')).runDstl(input, task),
} satisfies Method
