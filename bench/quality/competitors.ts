import { type Clustering, cluster, type Views } from '@manyview/core'
import type { PreparedViews } from '@manyview/core/methods'
import { isSparse } from '@manyview/core/numerics'
import { findMethod } from '@manyview/rivals'

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

/** Gives prepared views the form that `cluster` takes. */
export function viewsOf({ views }: PreparedViews): Views {
  return Object.fromEntries(
    views.map(({ name, data, present }) => {
      const shape = { samples: data.rows, features: data.columns, present: present ?? undefined }
      return [name, isSparse(data) ? { ...shape, ...data } : { ...shape, data: data.data }]
    }),
  )
}
