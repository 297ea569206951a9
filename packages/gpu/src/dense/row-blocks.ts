import type { Card } from '../card.ts'
import { paddedWidth } from './card-matrix.ts'

/** Rows in blocks that fit into one buffer each. */
export function rowBlocks(
  { limits: { maxBufferSize, maxStorageBufferBindingSize } }: Card,
  rows: number,
  columns: number,
): { begin: number; end: number }[] {
  const most = Math.floor(Math.min(maxBufferSize, maxStorageBufferBindingSize) / (4 * paddedWidth(columns)))
  const step = Math.max(most, 1)
  return Array.from({ length: Math.ceil(rows / step) }, (_, b) => ({
    begin: b * step,
    end: Math.min((b + 1) * step, rows),
  }))
}
