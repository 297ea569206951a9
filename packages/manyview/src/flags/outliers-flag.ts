import { InputError } from '@manyview/core'
import type { Outliers } from '@manyview/core/methods'

/** A reader of `--outliers`: `auto`, or a share such as `2%` or `0.02`. */
export function outliersFlag(text: string): Outliers {
  const found = parseOutliers(text)
  if (found !== null) return found
  throw new InputError(`is ${text || 'empty'}, give auto or a share of the samples below 100%, such as 2%`, {
    code: 'bad-option',
    argument: '--outliers',
  })
}

/** What `text` says; null where it is no share. */
export function parseOutliers(text: string): Outliers | null {
  const said = text.trim().toLowerCase()
  if (said === 'auto') return 'auto'
  const [, number, percent] = /^(\d+(?:\.\d+)?|\.\d+)\s*(%?)$/.exec(said) ?? []
  const share = Number(number) / (percent ? 100 : 1)
  return number !== undefined && share < 1 ? share : null
}
