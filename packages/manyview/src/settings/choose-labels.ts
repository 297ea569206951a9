import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { InputError } from '@manyview/core'
import type { ShapedView } from '@manyview/core/numerics'
import type { Dataset } from '@manyview/formats'
import { type LabelList, matchLabels } from '../input/match-labels.ts'
import { closestWord } from './closest-word.ts'

/** The variable that `--labels` names, so that the reader keeps it out of the views; undefined for `auto`, a file, or no flag. */
export function labelsVariable(flag: string | undefined): string | undefined {
  return flag === undefined || flag === 'auto' || existsSync(flag) ? undefined : flag
}

/** The true labels, one per sample, where they come from, and what was guessed to line them up. */
export interface TrueLabels {
  name: string
  labels: string[]
  notes: string[]
}

/** The true labels that `--labels` asks for; null without the flag. */
export async function chooseLabels(
  flag: string | undefined,
  { labels: candidates, metadata, ids, samples }: Dataset<ShapedView>,
  read: (path: string) => Promise<LabelList>,
): Promise<TrueLabels | null> {
  if (flag === undefined) return null
  const variable = labelsVariable(flag)
  if (flag !== 'auto' && variable === undefined) return fromFile(await read(flag), ids, samples, flag)
  const column = flag === 'auto' ? candidates[0] : candidates.find(({ name }) => name === variable)
  if (column)
    return {
      name: column.name,
      labels: matchLabels({ ids: null, labels: column.values }, ids, samples, column.name),
      notes: [],
    }
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

/** Labels of a file by id; by position where the samples have no ids and the ids of the file are no row numbers. */
function fromFile(list: LabelList, ids: readonly string[] | null, samples: number, name: string): TrueLabels {
  const byPosition =
    !ids && list.ids?.length === samples && !list.ids.every((id) => /^\d+$/.test(id) && Number(id) < samples)
  if (!byPosition) return { name, labels: matchLabels(list, ids, samples, name), notes: [] }
  const { labels } = list
  const note = `${basename(name)}: joined by position, since the samples have no ids`
  return { name, labels: matchLabels({ ids: null, labels }, ids, samples, name), notes: [note] }
}
