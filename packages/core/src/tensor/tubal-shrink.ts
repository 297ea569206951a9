import type { Kernels } from '../kernels/kernels.ts'
import type { Matrix } from '../linalg/matrix.ts'
import { type ShrinkRule, tubalShrinkReference } from './tubal-shrink-reference.ts'

export function tubalShrink(
  _kernels: Kernels,
  slices: readonly Matrix[],
  shrink: ShrinkRule,
  axis: 'row' | 'column' = 'row',
): Matrix[] {
  return tubalShrinkReference(slices, shrink, axis)
}
