import type { OptionValues } from '../options.ts'
import type { EntryChange } from './change-entries.ts'

/** What a view holds: counts of words, measurements in units of their own, scores in one unit (principal components and their kin), levels (more or less of everything), one of the kinds of omics, or counts whose centred log-ratio is wanted. */
export const viewKinds = [
  'words',
  'measurements',
  'scores',
  'levels',
  'counts',
  'expression',
  'proteins',
  'methylation',
  'clr',
] as const
export type ViewKind = (typeof viewKinds)[number]

/** The rules by which views become scores. */
export type ViewRule = 'words' | 'measurements' | 'scores'

/** The rule that a view of a kind goes by, and what is done to its entries before. */
export interface Treatment {
  rule: ViewRule
  change: EntryChange | null
}

/**
 * What is done to views of each kind. Counts of sequencing are brought to one depth and their roots are taken, as words are; logarithms of expression and counts of proteins are brought to the same spread, methylation is
 * centred after its logarithms were taken. docs/kinds-of-views.md has the reasons and the measurements.
 */
export const treatments: Readonly<Record<ViewKind, Treatment>> = {
  words: { rule: 'words', change: null },
  measurements: { rule: 'measurements', change: null },
  scores: { rule: 'scores', change: null },
  levels: { rule: 'measurements', change: null },
  counts: { rule: 'words', change: null },
  expression: { rule: 'measurements', change: null },
  proteins: { rule: 'measurements', change: null },
  methylation: { rule: 'scores', change: 'm-value' },
  clr: { rule: 'scores', change: 'centred-log-ratio' },
}

/** The kinds of views that the validated option `viewKinds` tells, by name; other views are looked at. */
export function declaredKinds({ viewKinds }: OptionValues): Map<string, ViewKind> {
  return new Map(Object.entries((viewKinds ?? {}) as Record<string, ViewKind>))
}
