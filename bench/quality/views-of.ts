import type { Views } from '@manyview/core'
import type { PreparedViews } from '@manyview/core/methods'
import { isSparse } from '@manyview/core/numerics'

/** Prepared views as `cluster` takes them. */
export function viewsOf({ views }: PreparedViews): Views {
  return Object.fromEntries(
    views.map(({ name, data }) => {
      const shape = { samples: data.rows, features: data.columns }
      return [name, isSparse(data) ? { ...shape, ...data } : { ...shape, data: data.data }]
    }),
  )
}
