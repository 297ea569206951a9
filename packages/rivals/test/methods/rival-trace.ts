import { readFileSync } from 'node:fs'
import type { Matrix } from '@manyview/core'
import { fromRows, transpose } from '@manyview/core/numerics'

/** The stored iterates of a rival, as its `about` field describes them. */
// biome-ignore lint/suspicious/noExplicitAny: every rival stores other fields.
export function rivalTrace(name: string): any {
  return JSON.parse(readFileSync(new URL(`../fixtures/rivals/${name}.json`, import.meta.url), 'utf8'))
}

/** Views of a trace: one matrix a view, one sample a row. */
export function viewsOf(trace: { views: number[][][] }): Matrix[] {
  return trace.views.map(fromRows)
}

/** Largest absolute difference between a matrix and stored rows. */
export function difference(a: Matrix, stored: number[][]): number {
  const b = fromRows(stored)
  if (a.rows !== b.rows || a.columns !== b.columns) return Infinity
  return a.data.reduce((worst, value, p) => Math.max(worst, Math.abs(value - b.data[p])), 0)
}

/** The same where the trace stores samples as columns. */
export function differenceFlipped(a: Matrix, stored: number[][]): number {
  return difference(transpose(a), stored)
}

/** Largest absolute, or with `relative` relative, difference between two lists. */
export function listDifference(a: ArrayLike<number>, stored: number[], relative = false): number {
  if (a.length !== stored.length) return Infinity
  return stored.reduce(
    (worst, value, i) => Math.max(worst, Math.abs(a[i] - value) / (relative ? Math.abs(value) : 1)),
    0,
  )
}
