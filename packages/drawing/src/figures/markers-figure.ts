import { percent, readable } from '@manyview/core/words'
import type { Canvas } from './draw.ts'
import { matrixFigure } from './matrix-figure.ts'

/** What some features are in each cluster; a number of the feature f and the cluster c stands at f · clusters + c. */
export interface Markers {
  /** NaN where no sample of the cluster has the view. */
  means: Float64Array
  /** Shares of samples above 0; null where zero is a value like any other. */
  shares: Float64Array | null
}

/**
 * A dot for each feature and cluster: as dark as the mean, from the lowest to the highest cluster of the feature, and as large as the share of samples above 0, all alike without shares. Dots are handles, counted row
 * by row.
 */
export function markersFigure(
  { means, shares }: Markers,
  features: readonly string[],
  clusters: readonly string[],
  canvas: Canvas,
): Promise<string> {
  const k = clusters.length
  const ranges = features.map((_, f) => {
    const row = means.subarray(f * k, (f + 1) * k).filter((mean) => !Number.isNaN(mean))
    return {
      low: row.reduce((a, b) => Math.min(a, b), Infinity),
      high: row.reduce((a, b) => Math.max(a, b), -Infinity),
    }
  })
  return matrixFigure(
    {
      title: 'Markers by cluster',
      rows: features,
      columns: clusters,
      rowTitle: '',
      columnTitle: '',
      shade: (f, c) => {
        const { low, high } = ranges[f]
        return high > low && !Number.isNaN(means[f * k + c]) ? (means[f * k + c] - low) / (high - low) : 0
      },
      size: (f, c) => (Number.isNaN(means[f * k + c]) ? 0 : (shares?.[f * k + c] ?? 0.6)),
      text: (f, c) => {
        const mean = means[f * k + c]
        if (Number.isNaN(mean)) return 'no sample has the view'
        return `mean ${readable(mean)}${shares ? `, ${percent(shares[f * k + c])} above 0` : ''}`
      },
    },
    canvas,
  )
}
