import type { NamedMatrix } from '../../data/prepare-views.ts'
import { graphComponents } from '../../graph/graph-components.ts'
import type { ViewGraphs } from './view-graphs.ts'

/** Plain words about views that say nothing and graphs that fall apart. */
export function graphWarnings(seen: ViewGraphs, views: readonly NamedMatrix[], clusters: number): string[] {
  const warnings = seen.constant.map((v) => `view "${views[v].name}" is the same for all samples and was left out`)
  for (const { name, graph } of seen.graphs) {
    const parts = graphComponents(graph).sizes.length
    if (name === 'both' && parts > clusters)
      warnings.push(
        `the neighbour graph falls apart into ${parts} pieces for ${clusters} clusters: pieces without links to each other can only be grouped by their features`,
      )
  }
  return warnings
}

/** Clusters whose samples are hardly surer of them than of another. */
export function unsureClusters(labels: Int32Array, confidence: Float64Array, clusters: number): string[] {
  const sums = new Float64Array(clusters)
  const sizes = new Float64Array(clusters)
  labels.forEach((label, i) => {
    sums[label] += confidence[i]
    sizes[label]++
  })
  return [...sums.keys()]
    .filter((j) => sizes[j] > 0 && sums[j] / sizes[j] < 0.1)
    .map(
      (j) =>
        `cluster ${j} (${sizes[j]} samples) has mean confidence ${(sums[j] / sizes[j]).toFixed(2)}: its samples might as well be elsewhere`,
    )
}
