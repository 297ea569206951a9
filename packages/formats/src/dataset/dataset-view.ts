import type { ShapedView } from '@manyview/core'
import type { ViewKind } from './findings.ts'
import type { HeldView } from './rows/take-samples.ts'

/** One view as read, with the file it came from. `weight` is what a manifest gives it. */
export interface DatasetView<V extends ShapedView = HeldView> {
  name: string
  view: V
  kind: ViewKind
  source: string
  weight?: number
  /** One name per feature, where the file has them. */
  featureNames?: string[]
}
