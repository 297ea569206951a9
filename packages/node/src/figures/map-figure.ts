import type { StoredClustering } from '@manyview/formats'
import { boundsOf, clusterCentres } from '@manyview/formats'
import type { Canvas } from './draw.ts'

/** The map of the samples, each a dot in the colour of its cluster, with the clusters' numbers. One path a cluster keeps the file small. */
export async function mapFigure({ record, labels, explanation }: StoredClustering, canvas: Canvas): Promise<string> {
  const { theme, width } = canvas
  const { map } = explanation!
  const { left, top, width: across, height: down } = boundsOf(map)
  const margin = 20
  const scale = (width - 2 * margin) / Math.max(across, down, 1e-9)
  const height = Math.round(Math.max(width / 2, down * scale + 2 * margin))
  const x = (value: number) => ((value - left - across / 2) * scale + width / 2).toFixed(1)
  const y = (value: number) => ((value - top - down / 2) * scale + height / 2).toFixed(1)
  const paths = Array.from({ length: record.clusters }, () => [] as string[])
  labels.forEach((label, i) => {
    paths[label].push(`M${x(map[2 * i])} ${y(map[2 * i + 1])}h0`)
  })
  const dot = dotSize(labels.length, width)
  const dots = paths.map((path, cluster) => `<path d="${path.join('')}" stroke="${theme.cluster(cluster)}"/>`).join('')
  const numbers = clusterCentres(map, labels, record.clusters)
    .map((centre, cluster) => centre && `<text x="${x(centre[0])}" y="${y(centre[1])}" dy=".35em">${cluster}</text>`)
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="Map of the samples" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" fill="${theme.ink}" font-family="${theme.font}" font-size="14"><g fill="none" stroke-width="${dot}" stroke-linecap="round" stroke-opacity="0.9">${dots}</g><g font-weight="600" text-anchor="middle" stroke="${theme.paper}" stroke-width="4" stroke-linejoin="round" paint-order="stroke">${numbers}</g></svg>`
}

/** Pixels across a dot: smaller the more there are. */
function dotSize(samples: number, width: number): number {
  return Number(Math.min(6, Math.max(1.2, (width / 800) * 12 * samples ** -0.15 - 0.6)).toFixed(2))
}
