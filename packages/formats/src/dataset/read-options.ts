import type { Join } from '@manyview/core/numerics'
import type { ThingReading } from '../things/thing-column.ts'
import type { ViewKind } from './findings.ts'
import type { Manifest } from './manifest.ts'

/** How to read; everything is guessed where it is not given. */
export interface ReadOptions {
  /** Which dimension of a matrix counts the samples. */
  samples?: 'rows' | 'columns'
  /** Variables (`X`, `X{2}`, `s.field`), files (by name without ending) or modalities to take as views; all others are left out. */
  views?: string[]
  /** The variable or column that holds the labels; it is never a view. */
  labels?: string
  /** Views out of one table: name of the view → list of its columns, or the prefix that their names share. */
  columns?: Record<string, string | string[]>
  /** Other names for views: name of the view → what the file calls it. */
  viewNames?: Record<string, string>
  /** The column that holds the ids of the samples. */
  id?: string
  /** True: the column of ids may stand in a file of metadata, which is read later. */
  idMayLack?: boolean
  /** Text columns that repeat: `ignore` (default) lists them as metadata, `use` makes a view of them, one feature per level; names make a view of those. */
  categories?: 'use' | 'ignore' | string[]
  /** Columns of a table that are texts, and that are paths of pictures; none where the list is empty, told by looking where it is not given. */
  texts?: string[]
  pictures?: string[]
  /** Columns that are neither texts nor pictures, whatever they look like. */
  plainColumns?: string[]
  /** How texts and pictures become views; without it they are left out. */
  things?: ThingReading
  /** True: things that cannot be read are left out with a warning, and so are samples of which nothing is left; by default they are refused. */
  skipBroken?: boolean
  /** Views with ids: `inner` (default) keeps the samples that all of them have, `outer` those that any has, `same` refuses views of different samples. */
  join?: Join
  /** Kinds of views by name, where the guess is wrong. */
  kinds?: Record<string, ViewKind>
  /** Which views to take out of which of the files; it stands for the other options but `join`. */
  manifest?: Manifest
}
