import { type Clustering, cluster } from '@manyview/core'
import type { PreparedViews } from '@manyview/core/methods'
import { findMethod } from '@manyview/rivals'
import { viewsOf } from './views-of.ts'

/** Runs a method through the public function, on views that are ready. */
export function runMethod(
  method: string,
  input: PreparedViews,
  clusters: number,
  seed: number,
  options: Record<string, unknown> = {},
): Promise<Clustering> {
  return cluster(viewsOf(input), { ...options, method: findMethod(method), clusters, seed })
}
