import { clusterName, mapWords, type StoredClustering } from '@manyview/formats'
import { frameOf } from '../map/bounds.ts'
import { dotSize, type Size, wholeMap } from '../map/camera.ts'
import { clusterCentres, mapName } from '../map/cluster-centres.ts'
import { coloursByCode } from '../map/dot-colours.ts'
import { legendWidth, mapSheet } from '../map/map-sheet.ts'
import { mapSvg } from '../map/map-svg.ts'
import type { Canvas } from './draw.ts'

/** Narrower than this, a legend beside the map would leave no room for it. */
const roomForLegend = 520

/** The map of the samples, each a dot in the colour of its cluster, with the names of the clusters, a legend where there is room, and what to make of it; as high as the map needs. */
export async function mapFigure({ record, labels, explanation }: StoredClustering, canvas: Canvas): Promise<string> {
  const { map } = explanation!
  const texts = clusterCentres(map, labels, record.clusters).flatMap((centre, cluster) =>
    centre ? [{ ...centre, ...mapName(clusterName(record, cluster), cluster) }] : [],
  )
  const { theme, width } = canvas
  if (width < roomForLegend) return dotFigure(map, labels, texts, 'Map of the samples', canvas)
  const inner = { ...canvas, width: width - legendWidth }
  const entries = record.sizes.map((count, cluster) => ({
    name: clusterName(record, cluster),
    colour: theme.cluster(cluster),
    count,
  }))
  return mapSheet(
    dotFigure(map, labels, texts, 'Map of the samples', inner),
    dotSheet(map, inner.width),
    { kind: 'names', entries },
    mapWords(explanation),
    theme,
  )
}

/** Samples in the plane, each a dot in the colour of its cluster or class. */
export function dotFigure(
  map: ArrayLike<number>,
  codes: ArrayLike<number>,
  texts: Parameters<typeof mapSvg>[1],
  title: string,
  { theme, width }: Canvas,
): string {
  const palette = Array.from(
    { length: 1 + Array.from(codes).reduce((most, code) => Math.max(most, code), 0) },
    (_, code) => theme.cluster(code),
  )
  const size = dotSheet(map, width)
  const viewport = { camera: wholeMap(map, size), size, dot: dotSize(codes.length, size, 1) }
  return mapSvg({ map, colours: coloursByCode(codes, palette) }, texts, viewport, { ...theme, title })
}

/** So wide, and as high as the map needs. */
function dotSheet(map: ArrayLike<number>, width: number): Size {
  const bounds = frameOf(map)
  return { width, height: Math.round(width * Math.min(1, Math.max(0.5, bounds.height / Math.max(bounds.width, 1e-9)))) }
}
