import { InputError } from '@manyview/core'
import { grouped } from '@manyview/core/words'
import type { BrokenThing, ByteSource, DatasetView, ThingColumn, ThingReading } from '@manyview/formats'
import type { ThingRecipe } from './recipe.ts'
import type { ThingOptions, ThingViews } from './thing-views.ts'
import { viewsOfThings } from './views-of-things.ts'

/** Opens a picture that a table (the name of its file) names by a path. */
export type OpenThing = (path: string, table: string) => ByteSource

/** What making views needs beside the things: the recipes of an earlier fit where there was one. */
export interface ThingsSettings extends ThingOptions {
  recipes?: readonly ThingRecipe[]
}

/** Makes the views of things while `readDataset` reads (its option `things`), and keeps the recipes by which it did. */
export class ThingsReader implements ThingReading {
  /** How the views were made; empty before anything was read. */
  recipes: ThingRecipe[] = []

  readonly mayLack: boolean

  constructor(
    readonly open: OpenThing,
    private readonly settings: ThingsSettings = {},
  ) {
    this.mayLack = settings.recipes !== undefined
  }

  async makeViews(columns: readonly ThingColumn[], skipBroken: boolean) {
    const made = await viewsOfThings(columns, this.settings)
    const warnings = columns.flatMap((column, c) => sayBroken(column, made[c], skipBroken))
    this.recipes = made.map(({ recipe }) => recipe)
    const views = made.flatMap((own, c): DatasetView[] =>
      own.views.map((view) => ({ ...view, source: columns[c].source })),
    )
    return { views, warnings: [...warnings, ...made.flatMap(({ notes }) => notes)] }
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
