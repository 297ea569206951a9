import { type AssignmentRecord, packWhole } from '@manyview/formats'
import type { Truth } from './truth.ts'

/** The classes as clustering.json holds them. */
export function packTruth({ name, classes, codes }: Truth): NonNullable<AssignmentRecord['truth']> {
  return { name, classes, codes: packWhole(codes) }
}
