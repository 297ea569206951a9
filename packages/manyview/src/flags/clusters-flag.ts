import { InputError } from '@manyview/core'
import type { Clusters } from '@manyview/core/methods'

/** A reader of `--clusters`: a number, a range such as `2..40`, or `auto`. */
export function clustersFlag(text: string): Clusters {
  const found = parseClusters(text)
  if (found !== null) return found
  throw new InputError(`is ${text || 'empty'}, give a whole number of at least 1, a range such as 2..40, or auto`, {
    code: 'bad-option',
    argument: '--clusters',
  })
}

/** What `text` says; null where it says nothing that could be a number of clusters. */
export function parseClusters(text: string): Clusters | null {
  const said = text.trim()
  if (said.toLowerCase() === 'auto') return 'auto'
  const [, first, last] = /^(\d+)(?:\s*\.\.\s*(\d+))?$/.exec(said) ?? []
  if (first === undefined) return null
  const [from, to] = [Number(first), Number(last ?? first)]
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from < 1 || to < from) return null
  return last === undefined ? from : { from, to }
}
