import type { Views } from '@manyview/core'
import type { PreparedViews } from '@manyview/core/methods'
import { isSparse } from '@manyview/core/numerics'

/** Gives prepared views the form that `cluster` takes. */
export function viewsOf({ views }: PreparedViews): Views {
  return Object.fromEntries(
    views.map(({ name, data, present }) => {
      const shape = { samples: data.rows, features: data.columns, present: present ?? undefined }
      return [name, isSparse(data) ? { ...shape, ...data } : { ...shape, data: data.data }]
    }),
  )
}
