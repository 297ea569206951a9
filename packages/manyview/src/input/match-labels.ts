import { InputError } from '@manyview/core'
import { counted } from '@manyview/core/words'

/** Labels of a file, with the ids of their samples where it has them. */
export interface LabelList {
  ids: readonly string[] | null
  labels: readonly string[]
  /** The columns of the table that they come from. */
  columns?: readonly string[]
}

/**
 * One label for each of `ids`. Labels with ids are joined by them; labels without are taken by position, and there must be as many.
 * `ids` null stands for row numbers from 0. `name` is the file or variable that messages name;
 * where ids may be a column mistaken for them, they name its columns and not its cells.
 */
export function matchLabels(list: LabelList, ids: readonly string[] | null, samples: number, name: string): string[] {
  const fail = (message: string): never => {
    throw new InputError(message, { code: 'labels', argument: name })
  }
  if (!list.ids) {
    if (list.labels.length !== samples)
      fail(`has ${counted(list.labels.length, 'label')} for ${counted(samples, 'sample')}, give one label per sample`)
    return [...list.labels]
  }
  const columns = list.columns && ` (columns: ${list.columns.join(', ')})`
  const place = new Map(list.ids.map((id, i) => [id, i]))
  if (place.size < list.ids.length) {
    const repeated = list.ids.find((id, i) => place.get(id) !== i)
    if (columns) fail(`its ids repeat${columns}, name the column of unique ids "id"`)
    fail(`id "${repeated}" occurs more than once, ids must be unique`)
  }
  const missing: string[] = []
  const matched = Array.from({ length: samples }, (_, i) => {
    const id = ids ? ids[i] : String(i)
    const at = place.get(id)
    if (at === undefined) missing.push(id)
    return at === undefined ? '' : list.labels[at]
  })
  if (missing.length === samples && columns)
    fail(`none of its ids is that of a sample${columns}, name the column of ids "id" and write them alike`)
  if (missing.length > 0)
    fail(`has no label for ${missing.length} of ${counted(samples, 'sample')} (the first is "${missing[0]}"), add them`)
  return matched
}
