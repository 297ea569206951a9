import { cosine, sine } from '@manyview/core/numerics'
import { normaliseParts, pyramidHistograms, pyramidRegions, regionName } from './pyramid.ts'

/** Cells a side of the finest grid of gradients. */
export const SHAPE_GRID = 8
/** Directions of gradients in 180°. */
export const DIRECTIONS = 9

/** Cosine and sine of the angles between the directions, one pair after the other. */
export function directionEdges(): Float64Array {
  const edges = new Float64Array(2 * (DIRECTIONS - 1))
  for (let k = 1; k < DIRECTIONS; k++) {
    edges[2 * k - 2] = cosine((Math.PI * k) / DIRECTIONS)
    edges[2 * k - 1] = sine((Math.PI * k) / DIRECTIONS)
  }
  return edges
}

/** Shapes: histograms of oriented gradients (Dalal and Triggs 2005) by spatial pyramid (PHOG; Bosch, Zisserman, Muñoz 2007), each level with sum 1. */
export function shapeFeatures(cells: Float64Array): Float64Array {
  const histograms = pyramidHistograms(cells, SHAPE_GRID, DIRECTIONS)
  for (let side = 1, first = 0; side <= SHAPE_GRID; first += side * side * DIRECTIONS, side *= 2)
    normaliseParts(histograms.subarray(first, first + side * side * DIRECTIONS), side * side * DIRECTIONS)
  return histograms
}

export function shapeNames(): string[] {
  return pyramidRegions(SHAPE_GRID).flatMap((region) =>
    Array.from(
      { length: DIRECTIONS },
      (_, d) => `gradient at ${(180 / DIRECTIONS) * (d + 0.5)}°, ${regionName(region)}`,
    ),
  )
}
