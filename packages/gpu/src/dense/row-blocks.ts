import type { Card } from '../card.ts'
import { paddedWidth } from './card-matrix.ts'

/** Rows in blocks that fit into one buffer each. */
export function rowBlocks({ largest }: Card, rows: number, columns: number): { begin: number; end: number }[] {
  const step = Math.max(Math.floor(largest / (4 * paddedWidth(columns))), 1)
  return Array.from({ length: Math.ceil(rows / step) }, (_, b) => ({
    begin: b * step,
    end: Math.min((b + 1) * step, rows),
  }))
}
