import { InputError } from '@manyview/core'
import { columnKinds } from '@manyview/core/metadata'
import { defaultMethod, viewKinds } from '@manyview/core/methods'
import type { ReadOptions } from '@manyview/formats'
import { allMethods } from '@manyview/rivals'
import { labelsVariable } from './choose-labels.ts'
import type { Settings } from './table.ts'
import { nameList, readerKinds } from './values.ts'

/** How files are read, as flags or settings say it. */
export type ReadingSettings = Omit<Settings<'inspect'>, 'json' | 'cache'>

/** The kinds of columns that are neither texts nor pictures. */
const plainKinds = [...columnKinds, 'time', 'event', 'none']

/** The settings as options of the reader. */
export function readOptions({ labels, kind, columns, views, embed: _, ...reading }: ReadingSettings): ReadOptions {
  const pairs = views?.map((word) => [word.slice(word.indexOf('=') + 1), word.slice(0, Math.max(0, word.indexOf('=')))])
  const renamed = pairs?.filter(([, name]) => name !== '') ?? []
  return {
    ...reading,
    ...(pairs && { views: pairs.map(([variable]) => variable) }),
    ...(renamed.length > 0 && { viewNames: Object.fromEntries(renamed.map(([variable, name]) => [name, variable])) }),
    labels: labelsVariable(labels),
    texts: namesOfKind(kind, ['text']),
    pictures: namesOfKind(kind, ['picture']),
    plainColumns: namesOfKind(kind, plainKinds),
    kinds: ofKind(kind, readerKinds) as ReadOptions['kinds'],
    columns: columns && mapValues(columns, (names) => (names.includes(',') ? nameList(names) : names)),
  }
}

/** Where descriptions of pictures are kept: a folder, null for nowhere, undefined for the usual one. */
export function cacheFolder(cache: string | undefined): string | null | undefined {
  return cache === 'none' ? null : cache
}

/** Those of --kind that say how the method is to treat a view, as its option; nothing where there are none. A method that treats all views alike is refused. */
export function treatedAs({ kind, method = defaultMethod }: Pick<ReadingSettings, 'kind'> & { method?: string }): {
  viewKinds?: Record<string, string>
} {
  const treated = ofKind(kind, viewKinds)
  if (!treated) return {}
  const fitMethod = allMethods.find(({ name }) => name === method.toLowerCase())
  if (!fitMethod || fitMethod.options.some(({ name }) => name === 'viewKinds')) return { viewKinds: treated }
  // Counts are a kind for the reader, too.
  const first = Object.entries(treated).find(([, value]) => !(readerKinds as readonly string[]).includes(value))
  if (first)
    throw new InputError(
      `${first.join('=')} is something that method ${fitMethod.name} cannot use, since it treats all views alike: leave it out, or take method ${defaultMethod}`,
      { code: 'bad-option', argument: '--kind' },
    )
  return {}
}

/** The entries of --kind with one of these kinds; undefined where there are none. */
export function ofKind(
  kind: Readonly<Record<string, string>> = {},
  kinds: readonly string[],
): Record<string, string> | undefined {
  const entries = Object.entries(kind).filter(([, value]) => kinds.includes(value))
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

/** The names in --kind with one of these kinds; undefined where there are none. */
export function namesOfKind(kind: ReadingSettings['kind'], kinds: readonly string[]): string[] | undefined {
  const entries = ofKind(kind, kinds)
  return entries && Object.keys(entries)
}

function mapValues<A, B>(record: Record<string, A>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
}
