import { byteSize, duration } from '@manyview/core/words'
import type { JobResult } from './job.ts'

/** Whether a job failed. One that the time limit stopped did not: that limit was asked for. */
export function hasFailed({ status }: JobResult): boolean {
  return status !== 'done' && status !== 'too long'
}

/** Says in the words of the tables why runs have no result; null when all have one. A run that failed is told before one that took too long. */
export function problemOf(results: readonly JobResult[]): string | null {
  const result = results.find(hasFailed) ?? results.find(({ status }) => status === 'too long')
  if (result?.status === 'out of memory') {
    const needs = result.bytes === null ? '' : `, needs ${byteSize(result.bytes)}`
    return `out of memory${needs}`
  }
  if (result?.status === 'too long')
    return `not run: over ${duration(result.timeLimit)}, by the pace of its iterations up to ${duration(result.estimate)}`
  if (result?.status === 'failed') return result.code === 'missing-views' ? result.message : `failed: ${result.message}`
  return null
}

/** The problem in a word or two, for the cell of a table. */
export function shortProblem(problem: string): string {
  if (problem.includes('needs every view')) return 'needs all views'
  return problem.startsWith('out of memory') ? 'OM' : problem.split(':')[0]
}
