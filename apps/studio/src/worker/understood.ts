import type { Filling } from '@manyview/core/methods'
import { encodeLabels } from '@manyview/core/metrics'
import { type Dataset, featureNames, type Inspection, inspectDataset, type ViewKind } from '@manyview/formats'

/** What a file is taken for. */
export type FileRole = 'views' | 'metadata' | 'ignored'

/** How the files are to be read, where the guess is wrong. */
export interface Reading {
  samples?: 'rows' | 'columns'
  kinds?: Record<string, ViewKind>
  /** Other names for views: name of the view → what the file calls it. */
  viewNames?: Record<string, string>
  /** Text columns that become a view; all others are metadata. */
  categories?: string[]
  /** Which samples stay where views have ids. */
  join?: 'inner' | 'outer'
  /** True: texts and pictures that cannot be read are left out. */
  skipBroken?: boolean
  /** How missing values are filled in; undefined: they stand in the way of a fit. */
  missing?: Filling
  /** Columns that are texts and that are paths of pictures; told by looking where not given. */
  texts?: string[]
  pictures?: string[]
  /** Columns that are left out. */
  ignored?: string[]
  /** Views to take, by name; all where not given. */
  views?: string[]
  /** What each of several files is, by name; told by looking where not given. */
  roles?: Record<string, FileRole>
  /** Only these samples of the files, by their places; undefined: all. */
  rows?: readonly number[]
}

/** A label column as numbers: sample i is `classes[codes[i]]`. */
export interface LabelColumn {
  name: string
  classes: string[]
  codes: Int32Array
}

/** Small grey pictures of the samples, for data that has them: pixel (row, column) of sample i is `pixels[(i * size + row) * size + column]`. */
export interface SampleImages {
  size: number
  pixels: Uint8Array
}

/** What the page knows of the data; the numbers themselves stay in the worker. */
export interface Understood extends Omit<Inspection, 'labels' | 'ids'> {
  ids: string[] | null
  labels: LabelColumn[]
  /** The column that the clusters are compared with unasked; null: none. */
  truth: string | null
  images: SampleImages | null
  /** Columns of texts and pictures that views were made of. */
  things: { name: string; kind: 'texts' | 'pictures' }[]
  /** What each file was taken for. */
  roles: Record<string, FileRole>
  /** Samples that all views have and that any has, where they were lined up by id. */
  matched: { all: number; any: number } | null
  /** By view: the names of its features, where the file has them. */
  featureNames: Record<string, readonly string[]>
}

/** Describes a dataset for the page. O(entries). */
export function understood(
  dataset: Dataset,
  images: SampleImages | null,
  roles: Record<string, FileRole> = {},
): Understood {
  // Whatever describes the samples can be compared with the clusters; the best guess comes first.
  const columns = new Map([...dataset.metadata, ...dataset.labels].map(({ name, values }) => [name, values]))
  const names = new Set([...dataset.labels, ...dataset.metadata].map(({ name }) => name))
  return {
    ...inspectDataset(dataset),
    ids: dataset.ids,
    labels: Array.from(names, (name) => {
      const { codes, names: classes } = encodeLabels(columns.get(name)!)
      return { name, classes, codes }
    }),
    truth: dataset.labels[0]?.name ?? null,
    images,
    things: dataset.things.map(({ name, kind }) => ({ name, kind })),
    roles,
    matched: dataset.matched ?? null,
    featureNames: featureNames(dataset),
  }
}
