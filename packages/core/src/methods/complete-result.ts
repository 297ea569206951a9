import type { MethodResult } from './method.ts'

/** A full result from what a method has to say; the rest is null, empty, or converged without warnings. */
export function completeResult(
  found: Partial<MethodResult> & Pick<MethodResult, 'labels' | 'iterations'>,
): MethodResult {
  return {
    memberships: null,
    confidence: null,
    embedding: null,
    viewWeights: null,
    converged: true,
    history: { objective: [], change: [] },
    warnings: [],
    details: {},
    ...found,
  }
}
