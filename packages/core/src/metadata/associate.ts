import { InputError } from '../input-error.ts'
import { adjustPValues } from '../numerics/math/adjust-p-values.ts'
import { counted } from '../words/numbers.ts'
import { ownProperty } from '../words/own-property.ts'
import type { Association } from './association.ts'
import { type ColumnKind, columnKinds, type MetadataColumn, type MetadataValue, typedColumn } from './column.ts'
import { findSurvival, readSurvival, type SurvivalColumns, survivalName } from './find-survival.ts'
import { testCategory, testNumbers, testSurvival } from './test-column.ts'

/** How metadata is taken. */
export interface AssociateOptions {
  /** The columns of survival; default: found by their usual names. Null: there are none. */
  survival?: SurvivalColumns | null
  /** Kinds of columns by name, where the guess is wrong. */
  kinds?: Readonly<Record<string, ColumnKind>>
}

/** How clusters go with what is known of the samples. */
export interface Associations {
  /** One per column that could be tested, the least p first. */
  associations: Association[]
  /** The columns as they were taken, in the order given; those of survival as numbers and categories. */
  columns: MetadataColumn[]
  survival: SurvivalColumns | null
  /** Columns that were not tested, with the reason. */
  leftOut: { column: string; reason: string }[]
}

/**
 * Tests how clusters go with each column of metadata: Pearson's χ² or, where some expected count is under 5, Fisher's exact test for categories, the test of Kruskal and Wallis for numbers and dates, the log-rank test for
 * survival; p-values are adjusted for the number of columns. `labels` has one cluster per sample, samples below 0 are in none. Nothing of this reaches a fit. O(n log n) per column.
 */
export function associate(
  labels: ArrayLike<number>,
  metadata: Readonly<Record<string, readonly MetadataValue[]>>,
  options: AssociateOptions = {},
): Associations {
  const clusters = checkInput(labels, metadata, options)
  const survival = options.survival === undefined ? findSurvival(metadata) : options.survival
  const columns = Object.entries(metadata).map(([name, values]) =>
    typedColumn(name, values, ownProperty(options.kinds, name)),
  )
  const results: [column: string, Association | string][] = columns
    .filter(({ name }) => name !== survival?.time && name !== survival?.event)
    .map((column) => [
      column.name,
      column.kind === 'category' ? testCategory(labels, clusters, column) : testNumbers(labels, clusters, column),
    ])
  if (survival)
    results.push([survivalName(survival), testSurvival(labels, clusters, survival, readSurvival(metadata, survival))])
  const leftOut = results.flatMap(([column, reason]) => (typeof reason === 'string' ? [{ column, reason }] : []))
  const associations = results.flatMap(([, association]) => (typeof association === 'string' ? [] : [association]))
  const adjusted = adjustPValues(associations.map(({ p }) => p))
  const tested = associations.map((association, i) => ({ ...association, q: adjusted[i] }))
  const order = Array.from(tested.keys()).sort(
    (a, b) => tested[a].p - tested[b].p || tested[b].effect - tested[a].effect || a - b,
  )
  return { associations: order.map((i) => tested[i]), columns, survival, leftOut }
}

/** The number of clusters. */
function checkInput(
  labels: ArrayLike<number>,
  metadata: Readonly<Record<string, readonly MetadataValue[]>>,
  { kinds = {} }: AssociateOptions,
): number {
  for (const [name, values] of Object.entries(metadata))
    if (values.length !== labels.length)
      throw new InputError(
        `has ${counted(values.length, 'value')} for ${counted(labels.length, 'sample')}, give one per sample`,
        { code: 'metadata', argument: `metadata "${name}"` },
      )
  for (const [name, kind] of Object.entries(kinds)) {
    if (!Object.hasOwn(metadata, name))
      throw new InputError(`there is no column "${name}", there are ${Object.keys(metadata).slice(0, 20).join(', ')}`, {
        code: 'metadata',
        argument: 'kinds',
      })
    if (!columnKinds.includes(kind))
      throw new InputError(`"${name}" is "${kind}", give ${columnKinds.join(', ')}`, {
        code: 'metadata',
        argument: 'kinds',
      })
  }
  let largest = -1
  for (let i = 0; i < labels.length; i++) {
    if (!Number.isInteger(labels[i]))
      throw new InputError(`are no whole numbers (${labels[i]} of sample ${i}), give one cluster per sample`, {
        code: 'labels',
        argument: 'labels',
      })
    largest = Math.max(largest, labels[i])
  }
  return largest + 1
}
