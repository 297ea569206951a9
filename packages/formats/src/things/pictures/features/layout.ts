import { cosine, exponential, sine } from '@manyview/core/numerics'
import { regionName } from './pyramid.ts'

/** Cells a side of the grid of energies. */
export const LAYOUT_GRID = 4
/** Sizes of what is looked for, each twice the one before. */
export const SCALES = 4
/** Directions in 180°. */
export const ORIENTATIONS = 8
/** Taps of the filters on either side of the centre. */
export const REACH = 7
/** Filters come in pairs of orientations that mirror each other: 0°, 22.5° with 157.5°, 45° with 135°, 67.5° with 112.5°, and 90°. */
export const PAIRS = ORIENTATIONS / 2 + 1
/** Waves per pixel of the filters, and the width of their bell in pixels: that of filters which tell 8 orientations apart in the code of Oliva and Torralba, 0.28 radians. */
const FREQUENCY = 0.25
const BELL_WIDTH = 1 / (2 * Math.PI * 0.28 * FREQUENCY)
/** Width of the neighbourhood that light and contrast are made even in, pixels of the half-size picture: 4 cycles per picture as in the code of Oliva and Torralba. */
const EVEN_WIDTH = 6
export const EVEN_REACH = 18

/** What the filters are made of. */
export interface LayoutTables {
  /** Weights of the neighbourhood, from −EVEN_REACH to EVEN_REACH. */
  even: Float64Array
  /** For each pair of orientations four filters from −REACH to REACH: cosine and sine across, cosine and sine down. */
  filters: Float64Array
  /** Weights of the blur between scales (Burt and Adelson 1983). */
  blur: Float64Array
}

/** Gabor filters as the gist of a scene is told by (Oliva and Torralba 2001), with a round bell, so that rows and columns can be filtered one after the other. */
export function layoutTables(): LayoutTables {
  const bells = (reach: number, width: number) => {
    const bell = Float64Array.from({ length: 2 * reach + 1 }, (_, place) => {
      const distance = (place - reach) / width
      return exponential((-distance * distance) / 2)
    })
    const total = bell.reduce((sum, weight) => sum + weight, 0)
    return bell.map((weight) => weight / total)
  }
  const bell = bells(REACH, BELL_WIDTH)
  const filters: number[] = []
  for (let pair = 0; pair < PAIRS; pair++) {
    const angle = (Math.PI * pair) / ORIENTATIONS
    for (const waves of [cosine(angle), sine(angle)])
      for (const wave of [cosine, sine])
        bell.forEach((weight, place) => {
          filters.push(weight * wave(2 * Math.PI * FREQUENCY * waves * (place - REACH)))
        })
  }
  return {
    even: bells(EVEN_REACH, EVEN_WIDTH),
    filters: Float64Array.from(filters),
    blur: Float64Array.of(1 / 16, 4 / 16, 6 / 16, 4 / 16, 1 / 16),
  }
}

export function layoutNames(): string[] {
  const names: string[] = []
  for (let scale = 0; scale < SCALES; scale++)
    for (let row = 0; row < LAYOUT_GRID; row++)
      for (let column = 0; column < LAYOUT_GRID; column++)
        for (let k = 0; k < ORIENTATIONS; k++)
          names.push(
            `waves at ${(180 / ORIENTATIONS) * k}° of size ${2 ** scale}, ${regionName({ side: LAYOUT_GRID, row, column })}`,
          )
  return names
}
