import { type PreparedViews, prepareViews } from '@manyview/core/methods'
import { normal, type Random } from '@manyview/core/numerics'
import { singleProcess } from '@manyview/core/runtime'
import type { DataSet, Source } from './data-set.ts'

/** Draws of each generated set. */
export const draws = 3

/** A number of samples around each of several centres. */
export interface Blobs {
  rows: number[][]
  /** One label per sample. */
  labels: string[]
}

/** Gives rows the form of a data set with one view. */
export function oneView(rows: readonly number[][]): PreparedViews {
  return prepareViews({ points: rows }, { ranks: singleProcess })
}

/** Gives samples that were drawn, with their labels, the form of a source. */
export function drawnSource(samples: number, draw: () => { views: number[][][]; labels: string[] }): Source {
  return {
    samples,
    async read(): Promise<DataSet> {
      const { views, labels } = draw()
      const named = Object.fromEntries(views.map((rows, v) => [`view ${v + 1}`, rows]))
      return {
        input: prepareViews(named, { ranks: singleProcess }),
        labellings: [labels],
        clusters: new Set(labels).size,
      }
    },
  }
}

/** Draws centres (`count` × `dimensions`) from a cube of the given half width, at least `apart` from each other. */
export function drawCentres(
  random: Random,
  shape: { count: number; dimensions: number; halfWidth: number; apart: number },
): number[][] {
  for (let attempt = 0; attempt < 100000; attempt++) {
    const centres = Array.from({ length: shape.count }, () =>
      Array.from({ length: shape.dimensions }, () => shape.halfWidth * (2 * random.uniform() - 1)),
    )
    const close = centres.some((a, i) => centres.slice(0, i).some((b) => distance(a, b) < shape.apart))
    if (!close) return centres
  }
  throw new Error(`${shape.count} centres do not lie ${shape.apart} apart within ±${shape.halfWidth}, draw fewer`)
}

/** Draws `sizes[c]` samples around each centre c, with the same spread in every direction. */
export function drawBlobs(random: Random, centres: readonly number[][], sizes: readonly number[], spread = 1): Blobs {
  const rows: number[][] = []
  const labels: string[] = []
  for (const [c, centre] of centres.entries())
    for (let i = 0; i < sizes[c]; i++) {
      rows.push(centre.map((value) => value + spread * normal(random)))
      labels.push(String(c))
    }
  return { rows, labels }
}

function distance(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, j) => value - b[j]))
}
