import { type ClusteringRecord, type ColumnRecord, nameBesideNumber, type PackedArray } from '@manyview/formats'
import { clusterColours } from '../colour/cluster-colours.ts'

/** What a map of clusters is drawn from: arrays as a clustering.json has them. */
export interface MapData {
  samples: number
  clusters: number
  ids: readonly string[] | null
  /** What the clusters are called; null where they are not. */
  names: readonly string[] | null
  /** x and y of each sample. */
  map: PackedArray
  labels: PackedArray
  confidence: PackedArray | null
  truth: { name: string; classes: readonly string[]; codes: PackedArray } | null
  /** What else is known of the samples. */
  metadata: readonly ColumnRecord[]
  /** Colours of clusters and classes, `#rrggbb`. */
  colours: { light: readonly string[]; dark: readonly string[] }
}

/** Categories of more levels are not coloured by: nobody tells so many colours apart. */
export const mostLevels = 40

/** How many colours it takes to tell apart the clusters, also those of finer cuts, the classes and the levels of categories. */
export function colourCount({ clusters, assignment: { truth, metadata = [] }, tree }: ClusteringRecord): number {
  const levels = metadata.map((column) => (column.kind === 'category' ? column.levels.length : 0))
  return Math.max(
    clusters,
    truth?.classes.length ?? 0,
    tree?.leafSizes.length ?? 0,
    ...levels.filter((count) => count <= mostLevels),
  )
}

/** The map of a record that has one. */
export function mapData(record: ClusteringRecord): MapData {
  const { samples, clusters, assignment, names, explanation } = record
  const { ids, labels, confidence, truth, metadata = [] } = assignment
  const colours = colourCount(record)
  return {
    samples,
    clusters,
    ids,
    names: names?.map((_, cluster) => nameBesideNumber(record, cluster)) ?? null,
    map: explanation!.map,
    labels,
    confidence,
    truth,
    metadata,
    colours: { light: clusterColours(colours, false), dark: clusterColours(colours, true) },
  }
}
