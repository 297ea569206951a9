import { counted, readable } from '@manyview/core/words'
import { density, middles, quantile } from './density.ts'
import { type Canvas, draw } from './draw.ts'

/** Pixels of a cluster from top to bottom. */
const row = 30

/** How the values of a feature lie in each cluster: a violin, all of one height, with a line at the median. NaN is a sample without the feature. O(samples · log samples). */
export function violinsFigure(
  values: ArrayLike<number>,
  labels: ArrayLike<number>,
  { feature, clusters }: { feature: string; clusters: readonly string[] },
  canvas: Canvas,
): Promise<string> {
  const { theme, width } = canvas
  const groups = valuesByCluster(values, labels, clusters.length)
  const ends = groups.flatMap((group) => (group.length > 0 ? [group[0], group[group.length - 1]] : []))
  const low = Math.min(...ends)
  const high = Math.max(...ends)
  const places = middles(low, high)
  const violins = groups.flatMap((group, cluster) => {
    // Equal values have no density: their line is all there is to see.
    if (group.length === 0 || group[0] === group[group.length - 1]) return []
    const heights = density(group, low, high)
    const most = heights.reduce((a, b) => Math.max(a, b))
    return places.flatMap((value, i) =>
      heights[i] > 0 ? [{ cluster, value, height: heights[i] / most, colour: theme.cluster(cluster) }] : [],
    )
  })
  const medians = groups.flatMap((group, cluster) =>
    group.length === 0
      ? []
      : [
          {
            cluster,
            value: quantile(group, 0.5),
            title: `${clusters[cluster]}: median ${readable(quantile(group, 0.5))}, quartiles ${readable(quantile(group, 0.25))} to ${readable(quantile(group, 0.75))}, ${counted(group.length, 'sample')}`,
          },
        ],
  )
  const longest = Math.floor(width / 18)
  const names = clusters.map((name) => (name.length > longest ? `${name.slice(0, longest - 1)}…` : name))
  return draw(canvas, `${feature} by cluster`, (plot) => ({
    height: row * clusters.length + 24,
    marginTop: 2,
    marginBottom: 22,
    marginLeft: 14 + 7.2 * Math.max(...names.map((name) => name.length)),
    marginRight: 12,
    x: {
      domain: low < high ? [low, high] : [low - 1, low + 1],
      label: null,
      ticks: Math.max(2, Math.floor(width / 90)),
      tickSize: 3,
    },
    y: { axis: null, domain: [-1.1, 1.1] },
    fy: { axis: null, domain: clusters.map((_, cluster) => cluster), padding: 0.08 },
    color: { type: 'identity' },
    marks: [
      plot.axisFy({ anchor: 'left', tickSize: 0, tickFormat: (cluster: number) => names[cluster], label: null }),
      plot.areaY(violins, {
        x: 'value',
        y1: ({ height }) => -height,
        y2: 'height',
        z: 'cluster',
        fy: 'cluster',
        fill: 'colour',
        fillOpacity: 0.85,
      }),
      plot.ruleX(medians, { x: 'value', fy: 'cluster', stroke: theme.ink, strokeWidth: 1.5 }),
      // What is under the pointer is the whole row.
      plot.rect(medians, { fy: 'cluster', fill: theme.paper, fillOpacity: 0, title: 'title' }),
    ],
  }))
}

/** The values of each cluster, ascending. */
function valuesByCluster(values: ArrayLike<number>, labels: ArrayLike<number>, clusters: number): Float64Array[] {
  const groups: number[][] = Array.from({ length: clusters }, () => [])
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) groups[labels[i]]?.push(values[i])
  return groups.map((group) => Float64Array.from(group).sort())
}
