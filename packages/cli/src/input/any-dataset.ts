import type { BlockedView, DenseView, SparseView } from '@manyview/core'
import type { BlockedDataset, Dataset, DatasetView } from '@manyview/formats'

/** A view in memory or one that is read in blocks. */
export type AnyView = DenseView | SparseView | BlockedView

/** What commands say of a dataset, wherever its views are. */
export interface AnyDataset extends Omit<Dataset | BlockedDataset, 'views'> {
  views: readonly (Omit<DatasetView, 'view'> & { view: AnyView })[]
}
