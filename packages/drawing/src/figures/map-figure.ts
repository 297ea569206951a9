import type { StoredClustering } from '@manyview/formats'
import { frameOf } from '../map/bounds.ts'
import { dotSize, wholeMap } from '../map/camera.ts'
import { clusterCentres } from '../map/cluster-centres.ts'
import { coloursByCode } from '../map/dot-colours.ts'
import { mapSvg } from '../map/map-svg.ts'
import type { Canvas } from './draw.ts'

/** The map of the samples, each a dot in the colour of its cluster, with the clusters' numbers; as high as the map needs. */
export async function mapFigure({ record, labels, explanation }: StoredClustering, canvas: Canvas): Promise<string> {
  const { map } = explanation!
  const texts = clusterCentres(map, labels, record.clusters).flatMap((centre, cluster) =>
    centre ? [{ ...centre, text: String(cluster) }] : [],
  )
  return dotFigure(map, labels, texts, 'Map of the samples', canvas)
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
  const bounds = frameOf(map)
  const height = Math.round(width * Math.min(1, Math.max(0.5, bounds.height / Math.max(bounds.width, 1e-9))))
  const size = { width, height }
  const seen = { camera: wholeMap(map, size), size, dot: dotSize(codes.length, size, 1) }
  return mapSvg({ map, colours: coloursByCode(codes, palette) }, texts, seen, { ...theme, title })
}
