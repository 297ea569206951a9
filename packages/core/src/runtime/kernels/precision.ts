import { InputError } from '../../input-error.ts'
import type { Build } from './kernel-module.ts'

/**
 * How a fit computes. `double` (default): 53 bits, the same bytes on every machine. `single`: views are kept in 24 bits and multiplied in them, everything else is double; twice as fast
 * where products dominate, results agree to about six digits. `relaxed`: double, with multiplications and additions fused where the machine can (relaxed SIMD); faster, but low bits
 * may differ from machine to machine.
 */
export type Precision = 'double' | 'single' | 'relaxed'

/** The build of the kernels for a precision; refuses what is not a precision, or one that the method does not have. */
export function buildFor(precision: Precision, method: { name: string; singlePrecision?: boolean }): Build {
  const fail = (problem: string) => {
    throw new InputError(problem, { code: 'bad-option', argument: 'precision' })
  }
  if (!['double', 'single', 'relaxed'].includes(precision)) fail(`is ${precision}, give double, single or relaxed`)
  if (precision === 'single' && !method.singlePrecision)
    fail(`is single, which ${method.name} does not have, use double`)
  return precision === 'relaxed' ? 'relaxed' : 'simd'
}
