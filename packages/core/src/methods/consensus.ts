import { canonicalOrder } from '../data/canonical-order.ts'
import { isConstant } from '../data/is-constant.ts'
import type { PreparedViews } from '../data/prepare-views.ts'
import { takeRows } from '../data/take-rows.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'
import { ensembleConsensus } from './consensus/ensemble-consensus.ts'
import { type Finding, numberClusters } from './consensus/number-clusters.ts'
import { singleEmbedding } from './consensus/single-embedding.ts'
import { splitSamples } from './consensus/split-samples.ts'
import { viewGraphs } from './consensus/view-graphs.ts'
import { graphWarnings, unsureClusters } from './consensus/warnings.ts'
import type { Method, MethodResult, Progress, Task } from './method.ts'
import { viewWeights } from './view-weights.ts'

/** Graph consensus: the default method. */
export const consensus: Method = {
  name: 'consensus',
  title: 'Graph consensus',
  description:
    'Builds neighbour graphs of each view and of all views together, embeds the samples by the graphs, and lets 108 partitions vote. Nothing to tune; any order of the samples gives the same partition.',
  cost: 'O(n²·r) up to 20,000 samples, beyond that about O(n·log n·r); then O(n·k·(k + 30·m)) · 108 k-means runs; memory O(n·(30·m + k + 150))',
  source: 'docs/research/order-free.md',
  orderFree: true,
  options: [
    {
      name: 'effort',
      description:
        'full: 108 partitions vote; fast: one embedding and one k-means, 3–5 times faster and a little less accurate',
      kind: 'choice',
      choices: ['full', 'fast'],
      default: 'full',
    },
    {
      name: 'neighbours',
      description: 'neighbours of each sample in a graph',
      kind: 'integer',
      minimum: 1,
      default: 10,
    },
    {
      name: 'viewWeights',
      description: 'how much each view counts, by name; views not named weigh 1, a view of weight 0 is left out',
      kind: 'weights',
      default: null,
    },
  ],
  run,
}

function* run(input: PreparedViews, task: Task): Generator<Progress, MethodResult> {
  const { clusters, options, random, kernels } = task
  const given = viewWeights(options.viewWeights as string | null, input.views)
  // Views that say nothing are left out before anything else, so that they change nothing.
  const weighed = input.views.map((view, v) => ({ ...view, weight: given[v] })).filter(({ weight }) => weight > 0)
  const varying = weighed.filter(({ data }) => !isConstant(data))
  const warnings = weighed
    .filter((view) => !varying.includes(view))
    .map(({ name }) => `view "${name}" is the same for all samples and was left out`)
  const used = varying.length > 0 ? varying : weighed
  const order = canonicalOrder(used)
  const views = Array.from(order.views, (v) => ({ ...used[v], data: takeRows(used[v].data, order.samples) }))
  yield { stage: 'order', iteration: 1, total: 1 }

  const distinct = order.twins.filter((first, i) => first === i).length
  let found: Finding
  if (clusters === 1 || clusters >= distinct) {
    found = splitSamples(order.twins, clusters)
    if (clusters > distinct)
      warnings.push(
        `${distinct} distinct among ${input.samples} samples: identical samples had to be split into ${clusters} clusters`,
      )
  } else {
    const seen = yield* viewGraphs(kernels, views, options.neighbours as number, random.split(0))
    warnings.push(...graphWarnings(seen, clusters))
    const search = options.effort === 'fast' ? singleEmbedding : ensembleConsensus
    found = yield* search(kernels, seen, order.twins, clusters, random)
  }
  const { labels, memberships, confidence, embedding, details } = numberClusters(found, clusters)
  if (confidence) warnings.push(...unsureClusters(labels, confidence, clusters))
  return {
    labels: restoreOrder(labels, order.samples),
    memberships: memberships && restoreRows(memberships, order.samples),
    confidence: confidence && restoreOrder(confidence, order.samples),
    // Identical samples have one place; which of them came first is not theirs to show.
    embedding: embedding && restoreRows(takeRows(embedding, order.twins), order.samples),
    viewWeights:
      options.viewWeights === null ? null : Object.fromEntries(input.views.map(({ name }, v) => [name, given[v]])),
    iterations: 1,
    converged: true,
    history: { objective: [], change: [] },
    warnings,
    details,
  }
}

function restoreOrder<T extends Int32Array | Float64Array>(values: T, samples: Uint32Array): T {
  const result = values.slice() as T
  samples.forEach((sample, position) => {
    result[sample] = values[position]
  })
  return result
}

function restoreRows(a: Matrix, samples: Uint32Array): Matrix {
  const result = matrix(a.rows, a.columns)
  samples.forEach((sample, position) => {
    result.data.set(a.data.subarray(position * a.columns, (position + 1) * a.columns), sample * a.columns)
  })
  return result
}
