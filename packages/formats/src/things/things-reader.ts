import { InputError } from '@manyview/core'
import { grouped } from '@manyview/core/words'
import type { ByteSource } from '../bytes/byte-source.ts'
import type { DatasetView } from '../dataset/findings.ts'
import type { ThingRecipe } from './recipe.ts'
import type { BrokenThing, ThingColumn, ThingReading } from './thing-column.ts'
import type { ThingOptions, ThingViews } from './thing-views.ts'
import { viewsOfThings } from './views-of-things.ts'

/** Opens a picture that a table (the name of its file) names by a path. */
export type OpenThing = (path: string, table: string) => ByteSource

/** What making views needs beside the things: the recipes of an earlier fit where there was one. */
export interface ThingsSettings extends ThingOptions {
  recipes?: readonly ThingRecipe[]
}

/** Makes views of things while `readDataset` reads: its option `things`. */
export function thingsReader(open: OpenThing, settings: ThingsSettings = {}): ThingReading {
  return {
    open,
    mayLack: settings.recipes !== undefined,
    async makeViews(columns, skipBroken) {
      const made = await viewsOfThings(columns, settings)
      const skipped = columns.flatMap((column, c) => sayBroken(column, made[c], skipBroken))
      return {
        views: made.flatMap(({ views }, c): DatasetView[] =>
          views.map((view) => ({ ...view, source: columns[c].source })),
        ),
        recipes: made.flatMap(({ recipes }) => recipes),
        warnings: [...skipped, ...made.flatMap(({ notes }) => notes)],
      }
    },
  }
}

/** Refuses a column with things that cannot be read, or says what was skipped. */
function sayBroken(column: ThingColumn, { broken }: ThingViews, skip: boolean): string[] {
  const all: BrokenThing[] = [...(column.broken ?? []), ...broken]
  if (all.length === 0) return []
  const total = column.kind === 'texts' ? column.texts.length : column.pictures.length
  const shown = all.slice(0, 3).map(({ name, reason }) => `${name}: ${reason}`)
  const said = `${grouped(all.length)} of ${grouped(total)} ${column.kind} cannot be read (${shown.join('; ')}${all.length > 3 ? '; …' : ''})`
  if (skip) return [`${column.name}: ${said}, skipped`]
  throw new InputError(`${said}, correct them or leave them out with --skip-broken`, {
    code: 'bad-thing',
    argument: column.name,
    details: { broken: all.length, total },
  })
}
