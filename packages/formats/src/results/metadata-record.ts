import type { Association, Associations, MetadataColumn } from '@manyview/core/metadata'
import { type PackedArray, packFloats, packWhole } from './packed-array.ts'
import { short } from './short.ts'
import type { StoredClustering } from './stored-clustering.ts'

/** A column of metadata: categories as places in `levels` (their number where the value is missing), numbers and days since 1970 (NaN where it is missing). */
export type ColumnRecord =
  | { name: string; kind: 'category'; levels: readonly string[]; codes: PackedArray }
  | { name: string; kind: 'number' | 'date'; values: PackedArray }

/** How clusters go with metadata, as `associate` found it. */
export type AssociationsRecord = Omit<Associations, 'columns'>

/** The columns packed, one entry per sample each. */
export function columnRecords(columns: readonly MetadataColumn[]): ColumnRecord[] {
  return columns.map((column) => {
    if (column.kind !== 'category') return { ...column, values: packFloats(column.values) }
    const { name, kind, levels, codes } = column
    return { name, kind, levels, codes: packWhole(codes.map((code) => (code < 0 ? levels.length : code))) }
  })
}

/** The tests as they are kept: what is drawn is cut to six digits, what is cited is not. */
export function associationsRecord({ associations, survival, leftOut }: Associations): AssociationsRecord {
  return { associations: associations.map(shortAssociation), survival, leftOut }
}

/** What `associate` gave, again from a record; null where there is no metadata. */
export function storedAssociations({ record, metadata }: StoredClustering): Associations | null {
  return record.associations ? { ...record.associations, columns: [...metadata] } : null
}

function shortAssociation(association: Association): Association {
  if (association.kind !== 'survival') return association
  const curves = association.curves.map((curve) => ({ ...curve, survival: curve.survival.map(short) }))
  return { ...association, curves }
}
