import type { Matrix, Method } from '@manyview/core'
import { completeResult, option } from '@manyview/core/methods'
import { concatenateColumns, matrix, type Random, repeatedKmeans, takeRows } from '@manyview/core/numerics'
import { minMaxColumns } from '../data/rival-scalings.ts'
import { cocluster } from '../graph/cocluster.ts'
import { mergeSmallClusters } from '../kmeans/merge-small-clusters.ts'
import { type UdbglSettings, udbglIterations } from './udbgl-iterations.ts'

const LARGEST_SAMPLE = 10000

/** UDBGL: anchor graphs of all views fused into one bipartite graph with k components, which are the clusters. */
export const udbgl = {
  name: 'udbgl' as const,
  title: 'UDBGL, unified and discrete bipartite graph learning',
  description:
    'Describes every view by its samples’ shares in fixed anchors, weighs the views, and changes the fused graph as little as needed to make it fall into k components. No k-means on the result.',
  cost: 'time m·n small quadratic programmes and 50 co-clusterings an iteration, memory (d + m·anchors)·n',
  source:
    'Fang et al., Efficient Multi-view Clustering via Unified and Discrete Bipartite Graph Learning, IEEE TNNLS 2023',
  orderFree: true,
  options: [
    option.integer('anchors', null, 'anchors, at least and by default as many as clusters'),
    option.number('alpha', 1e-3, 'smoothness of the graphs of the views', { minimum: 1e-12 }),
    option.number('beta', 1e-5, 'pull of the fused graph on the graphs of the views'),
    option.flag(
      'lastPass',
      'read the clusters from the last co-clustering pass, as the published program does, even when it swings to fewer than k components there; otherwise from the last pass that has k',
    ),
    option.number('tolerance', 1e-5, 'stop when the objective, or the view weights, change by less (absolutely)'),
    option.integer('maxIterations', 20, 'most iterations'),
    option.restarts(2, 'k-means runs for the anchors'),
  ],
  *run(input, { clusters, options, random, kernels }) {
    const views = input.views.map((view) => minMaxColumns(view.data))
    const all = concatenateColumns(views)
    const count = Math.min(Math.max((options.anchors as number | null) ?? 0, clusters), input.samples)
    const { centres } = yield* repeatedKmeans(kernels, someRows(all, random.split(0)), {
      clusters: count,
      random,
      restarts: options.restarts as number,
      start: 'random',
      maxIterations: 20,
      stage: 'choosing anchors',
    })
    const settings = { clusters, ...options } as unknown as UdbglSettings
    const history = { objective: [] as number[], change: [] as number[] }
    const last = yield* udbglIterations(
      kernels,
      views,
      splitColumns(centres, views),
      settings,
      ({ objective, change }) => {
        history.objective.push(objective)
        history.change.push(change)
      },
    )
    const {
      graph,
      labels,
      count: components,
    } = yield* cocluster(kernels, last.B, { clusters, rankTest: 'same', keepComplete: !options.lastPass })
    const warnings: string[] = []
    if (components < clusters)
      warnings.push(`the graph fell into ${components} components, ${clusters} clusters were asked for`)
    if (components > clusters)
      warnings.push(
        `the graph fell into ${components} components, the smallest were merged to give ${clusters} clusters`,
      )
    return completeResult({
      labels: mergeSmallClusters(labels, graph, clusters),
      viewWeights: Object.fromEntries(input.views.map(({ name }, v) => [name, last.delta[v] * views.length])),
      iterations: last.iteration,
      converged: last.converged,
      history,
      warnings,
      details: { graph, components },
    })
  },
} satisfies Method

/** At most 10,000 rows, drawn without replacement. */
function someRows(a: Matrix, random: Random): Matrix {
  return a.rows <= LARGEST_SAMPLE ? a : (takeRows(a, random.permutation(a.rows).slice(0, LARGEST_SAMPLE)) as Matrix)
}

/** The columns of `a` dealt back to views of the given widths. */
function splitColumns(a: Matrix, views: readonly Matrix[]): Matrix[] {
  let offset = 0
  return views.map(({ columns }) => {
    const part = matrix(a.rows, columns)
    for (let i = 0; i < a.rows; i++) {
      const begin = i * a.columns + offset
      part.data.set(a.data.subarray(begin, begin + columns), i * columns)
    }
    offset += columns
    return part
  })
}
