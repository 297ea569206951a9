import { InputError } from '@manyview/core'
import { defaultMethod, viewKinds } from '@manyview/core/methods'
import type { Join } from '@manyview/core/numerics'
import type { ReadOptions, ViewKind } from '@manyview/formats'
import { allMethods } from '@manyview/rivals'
import type { Command } from 'commander'
import { each, namedValue, nameList } from './flag-values.ts'
import { labelsVariable } from './labels-flag.ts'

/** How files are read, as flags or settings say it. */
export interface ReadingSettings {
  samples?: string
  views?: string[]
  labels?: string
  id?: string
  columns?: Record<string, string>
  kind?: Record<string, string>
  categories?: string
  texts?: string[]
  pictures?: string[]
  skipBroken?: boolean
  cache?: string | boolean
  embed?: string[]
  join?: string
  missing?: string
}

const joins: readonly Join[] = ['inner', 'outer', 'same']
const read: readonly ViewKind[] = ['numeric', 'counts', 'binary', 'categorical']
const kinds: readonly string[] = [...new Set([...read, ...viewKinds])]

/** Adds the flags that change how files are read. */
export function addReadingFlags(command: Command): Command {
  return command
    .option('--samples <rows|columns>', 'where the samples are, if the guess is wrong')
    .option('--views <names>', 'variables or files to use as views, separated by commas', nameList)
    .option(
      '--columns <view=names>',
      'make a view of some columns of a table: a prefix, or names separated by commas',
      namedValue('--columns'),
    )
    .option('--id <column>', 'column that holds the ids of the samples')
    .option('--kind <view=kind>', `kind of a view: ${kinds.join(', ')}`, namedValue('--kind'))
    .option(
      '--categories <use|ignore>',
      'text columns that repeat: ignore (default) lists them as metadata, use makes a view of them, use=names of those named',
    )
    .option('--texts <names|none>', 'columns that are texts, if the guess is wrong', namesOrNone)
    .option('--pictures <names|none>', 'columns that are paths of pictures, if the guess is wrong', namesOrNone)
    .option('--skip-broken', 'leave out texts and pictures that cannot be read; by default they are refused')
    .option('--cache <folder>', 'where descriptions of pictures are kept for the next run (default: your cache folder)')
    .option('--no-cache', 'describe all pictures anew and keep nothing')
    .option(
      '--embed <folder>',
      'one more view by a model that you have: a folder with model.onnx, for texts or pictures; can be repeated',
      each,
    )
    .option(
      '--join <inner|outer|same>',
      'views with ids: keep the samples that all views have (inner, default) or that any view has (outer), or refuse to drop any (same)',
    )
}

/** The same for the reader, checked. */
export function readOptions(settings: ReadingSettings): ReadOptions {
  const { samples, views, labels, id, columns, kind, categories, texts, pictures, skipBroken, join } = settings
  const fail = (argument: string, value: string, choices: readonly string[]) => {
    throw new InputError(`is "${value}", give ${choices.join(' or ')}`, { code: 'bad-option', argument })
  }
  if (samples !== undefined && samples !== 'rows' && samples !== 'columns')
    fail('--samples', samples, ['rows', 'columns'])
  const wanted = categories?.startsWith('use=') ? nameList(categories.slice('use='.length)) : categories
  if (wanted?.length === 0 || (typeof wanted === 'string' && wanted !== 'use' && wanted !== 'ignore'))
    fail('--categories', categories!, ['use, use=COLUMN,…', 'ignore'])
  if (join !== undefined && !joins.includes(join as Join)) fail('--join', join, joins)
  for (const value of Object.values(kind ?? {})) if (!kinds.includes(value)) fail('--kind', value, kinds)
  return {
    samples: samples as ReadOptions['samples'],
    views,
    labels: labelsVariable(labels),
    id,
    categories: wanted as ReadOptions['categories'],
    texts,
    pictures,
    skipBroken,
    join: join as ReadOptions['join'],
    kinds: only(kind, read) as ReadOptions['kinds'],
    columns: columns && mapValues(columns, (names) => (names.includes(',') ? nameList(names) : names)),
  }
}

/** Where descriptions of pictures are kept: a folder, null for nowhere, undefined for the usual one. */
export function cacheFolder({ cache }: ReadingSettings): string | null | undefined {
  if (cache === false) return null
  return typeof cache === 'string' ? cache : undefined
}

/** Those of --kind that say how the method is to treat a view, as its option; nothing where there are none. A method that treats all views alike is refused. */
export function treatedAs({ kind, method = defaultMethod }: ReadingSettings & { method?: string }): {
  viewKinds?: Record<string, string>
} {
  const told = only(kind, viewKinds) ?? {}
  if (Object.keys(told).length === 0) return {}
  const chosen = allMethods.find(({ name }) => name === method.toLowerCase())
  if (!chosen || chosen.options.some(({ name }) => name === 'viewKinds')) return { viewKinds: told }
  // Counts are a kind for the reader, too.
  const first = Object.entries(told).find(([, value]) => !read.includes(value as (typeof read)[number]))
  if (first)
    throw new InputError(
      `${first.join('=')} is something that method ${chosen.name} cannot use, since it treats all views alike: leave it out, or take method ${defaultMethod}`,
      { code: 'bad-option', argument: '--kind' },
    )
  return {}
}

/** Names separated by commas; `none` is no name. */
function namesOrNone(value: string): string[] {
  return value === 'none' ? [] : nameList(value)
}

function only(given: Record<string, string> | undefined, values: readonly string[]) {
  return given && Object.fromEntries(Object.entries(given).filter(([, value]) => values.includes(value)))
}

function mapValues<A, B>(record: Record<string, A>, change: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
}
