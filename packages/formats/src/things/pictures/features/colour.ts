import { power } from '@manyview/core/numerics'
import { normaliseParts, pyramidHistograms, pyramidRegions, regionName } from './pyramid.ts'

/** Cells a side of the finest grid of colours. */
export const COLOUR_GRID = 4
/** Nodes of the histogram of lightness, from 0 to 100. */
export const LIGHTNESS_NODES = 8
/** Nodes of the histograms of the two tints, from −60 to 60. */
export const TINT_NODES = 7
/** Bins of one region. */
export const COLOUR_BINS = LIGHTNESS_NODES + 2 * TINT_NODES

/** What is looked up for each pixel. */
export interface ColourTables {
  /** Light of each of the 256 values of sRGB, 0 … 1. */
  linear: Float64Array
  /** The cube root of CIELAB at evenly spaced places from 0 to 1. */
  root: Float64Array
}

export function colourTables(): ColourTables {
  return {
    linear: Float64Array.from({ length: 256 }, (_, value) => {
      const share = value / 255
      return share <= 0.04045 ? share / 12.92 : power((share + 0.055) / 1.055, 2.4)
    }),
    root: Float64Array.from({ length: 4097 }, (_, place) => {
      const t = place / 4096
      return t > 0.008856 ? power(t, 1 / 3) : 7.787 * t + 16 / 116
    }),
  }
}

/** Colours: shares of lightness and of the two tints in CIELAB (Swain and Ballard 1991; Xiao and others 2010), per region of a spatial pyramid; those of a region sum to 1. */
export function colourFeatures(cells: Float64Array): Float64Array {
  return normaliseParts(pyramidHistograms(cells, COLOUR_GRID, COLOUR_BINS), COLOUR_BINS)
}

export function colourNames(): string[] {
  const range = (nodes: number, from: number, to: number) =>
    Array.from({ length: nodes }, (_, n) => Math.round(from + ((to - from) * n) / (nodes - 1)))
  const bins = [
    ...range(LIGHTNESS_NODES, 0, 100).map((value) => `lightness ${value}`),
    ...range(TINT_NODES, -60, 60).map((value) => `green–red ${value}`),
    ...range(TINT_NODES, -60, 60).map((value) => `blue–yellow ${value}`),
  ]
  return pyramidRegions(COLOUR_GRID).flatMap((region) => bins.map((bin) => `${bin}, ${regionName(region)}`))
}
