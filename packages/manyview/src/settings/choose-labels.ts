import { existsSync } from 'node:fs'
import { InputError } from '@manyview/core'
import type { ShapedView } from '@manyview/core/numerics'
import type { Dataset } from '@manyview/formats'
import { type LabelList, matchLabels } from '../input/match-labels.ts'
import { closestWord } from './closest-word.ts'

/** The variable that `--labels` names, so that the reader keeps it out of the views; undefined for `auto`, a file, or no flag. */
export function labelsVariable(flag: string | undefined): string | undefined {
  return flag === undefined || flag === 'auto' || existsSync(flag) ? undefined : flag
}

/** The true labels that `--labels` asks for, one per sample, and where they come from; null without the flag. */
export async function chooseLabels(
  flag: string | undefined,
  { labels: candidates, metadata, ids, samples }: Dataset<ShapedView>,
  read: (path: string) => Promise<LabelList>,
): Promise<{ name: string; labels: string[] } | null> {
  if (flag === undefined) return null
  const variable = labelsVariable(flag)
  if (flag !== 'auto' && variable === undefined)
    return { name: flag, labels: matchLabels(await read(flag), ids, samples, flag) }
  const column = flag === 'auto' ? candidates[0] : candidates.find(({ name }) => name === variable)
  if (column)
    return { name: column.name, labels: matchLabels({ ids: null, labels: column.values }, ids, samples, column.name) }
  const names = [...candidates, ...metadata].map(({ name }) => name)
  const meant = closestWord(flag, names)
  const hint = meant
    ? `did you mean "${meant}"?`
    : names.length > 0
      ? `name one of ${names.slice(0, 20).join(', ')}`
      : 'none was found in the data, give a file'
  throw new InputError(flag === 'auto' ? hint : `there is no label variable or file "${flag}", ${hint}`, {
    code: 'labels',
    argument: '--labels',
  })
}
