import type { Method } from '../methods/method.ts'
import { option } from '../methods/option.ts'
import { viewKinds } from '../views/treatments.ts'
import { estimateConsensus, HELD_UP_TO } from './estimate.ts'

/** Graph consensus: the default method. The rest of it is loaded with the first fit. */
export const consensus = {
  name: 'consensus' as const,
  title: 'Graph consensus',
  description:
    'Builds neighbour graphs of each view and of all views together, embeds the samples by the graphs, and lets more than 150 partitions vote, half of them after the views were refined by the first vote. Nothing to tune; any order of the samples gives the same partition.',
  cost: 'O(n²·r) up to 20,000 samples, beyond that about O(n·log n·r); then O(n·k·(k + 30·m)) for each of some 110 k-means runs, past 50,000 samples on 20,000 of them; memory O(n·(200·m + k + 200))',
  source: 'docs/research/order-free.md',
  orderFree: true,
  ranks: 'rows',
  missingViews: true,
  resumable: true,
  device: true,
  options: [
    option.choice(
      'effort',
      ['full', 'fast'],
      'full',
      'full: more than 150 partitions vote; fast: one embedding and one k-means, 2–4 times faster and a little less accurate',
    ),
    option.count('neighbours', 10, 'neighbours of each sample in a graph at most; fewer where clusters are small'),
    option.count(
      'sample',
      null,
      'samples that partitions are fitted to before all others join them; by default all up to 50,000, beyond that 20,000 or 400 per cluster',
    ),
    option.weights(
      'viewWeights',
      'how much each view counts, by name; views not named weigh 1, a view of weight 0 is left out',
    ),
    option.kinds(
      'viewKinds',
      viewKinds,
      'what a view holds, by name: words, measurements, scores (principal components and the like), levels (more or less of everything), counts (of sequencing), expression (its logarithms), proteins (counts), methylation (shares) or clr (counts, of which the centred log-ratio is taken); views not named are looked at',
    ),
  ],
  estimate: estimateConsensus,
  blocks: true,
  heldUpTo: HELD_UP_TO,
  run: async (input, task) => (await import('./consensus.ts')).fitConsensus(input, task),
} satisfies Method
