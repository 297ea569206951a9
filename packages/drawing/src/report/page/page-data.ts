import type { PackedArray, TreeRecord } from '@manyview/formats'
import type { MapData } from '../../map/map-data.ts'

/** What the report's page draws the map from; it stands in the page as JSON. */
export interface PageData extends MapData {
  /** x and y of each sample in each view alone, 65,535 for samples that lack it; null where there are no such maps. */
  viewMaps: readonly PackedArray[] | null
  /** Where each view alone would put each sample (`clusters`: nowhere), and how strongly, 0 … 100; null where that is not known. */
  views: readonly { name: string; leaning: PackedArray; strength: PackedArray }[] | null
  /** The tree that the slider cuts; null where there is none. */
  tree: TreeRecord | null
  /** Small images of the samples on one sheet, `columns` a row, each `size` pixels square. */
  thumbnails: { size: number; columns: number } | null
  /** Of some samples the beginning of their text, and a small picture as a data URL. */
  previews: readonly (readonly [sample: number, text: string | null, picture: string | null])[] | null
}
