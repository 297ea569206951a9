import type { PageData } from './page-data.ts'

export type Part = [number, number, number]
export type ColourBy = 'cluster' | 'confidence' | 'label'

/** A colour a sample: places in a palette, and the order of drawing. */
export interface Colouring {
  shades: ArrayLike<number>
  palette: Part[]
  order: Uint32Array
}

/** Steps of the scale from doubtful to sure. */
const shades = 64
const scale: Record<'light' | 'dark', Part[]> = {
  light: [
    [200, 70, 20],
    [222, 190, 160],
    [34, 91, 168],
  ],
  dark: [
    [240, 120, 60],
    [120, 116, 112],
    [100, 170, 240],
  ],
}

/** Colours by cluster or label (drawn in mixed order, so that none hides the others), or by confidence (the doubtful ones on top). */
export function colouring(
  by: ColourBy,
  dark: boolean,
  data: PageData,
  arrays: { labels: ArrayLike<number>; confidence: ArrayLike<number> | null; codes: ArrayLike<number> | null },
): Colouring {
  if (by === 'confidence') {
    const confidence = arrays.confidence!
    const order = Uint32Array.from({ length: data.samples }, (_, i) => i).sort((a, b) => confidence[b] - confidence[a])
    return {
      shades: Array.from({ length: data.samples }, (_, i) =>
        Math.round(Math.min(1, Math.max(0, confidence[i])) * (shades - 1)),
      ),
      palette: Array.from({ length: shades }, (_, i) => between(scale[dark ? 'dark' : 'light'], i / (shades - 1))),
      order,
    }
  }
  return {
    shades: by === 'label' ? arrays.codes! : arrays.labels,
    palette: (dark ? data.colours.dark : data.colours.light).map(parse),
    order: mixedOrder(data.samples),
  }
}

/** The scale from doubtful to sure as colours, for the legend. */
export function confidenceScale(dark: boolean): Part[] {
  return scale[dark ? 'dark' : 'light']
}

function between(stops: readonly Part[], place: number): Part {
  const segment = Math.min(stops.length - 2, Math.floor(place * (stops.length - 1)))
  const share = place * (stops.length - 1) - segment
  return stops[segment].map((part, i) => Math.round(part + (stops[segment + 1][i] - part) * share)) as Part
}

function parse(hex: string): Part {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Part
}

/** Every sample once, far ones after each other: steps of a prime near the golden ratio. */
function mixedOrder(samples: number): Uint32Array {
  let step = Math.max(1, Math.round(samples * 0.618))
  while (divisor(step, samples) !== 1) step++
  return Uint32Array.from({ length: samples }, (_, i) => (i * step) % samples)
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
}
