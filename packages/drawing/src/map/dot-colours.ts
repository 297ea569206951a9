import { fromHex } from '../colour/colour.ts'

/** Opacity of a dot and of the faintest, 0 … 255, while there are few enough that they do not pile up. */
const full = 230
const faintest = 50
const few = 20_000
/** What becomes of a dot that is dimmed: this share of its opacity, and this much of the grey in the middle. */
const dimmed = 0.16
const grey = 0.6

/** Shades of a scale: few enough for one path per colour in an SVG. */
const shades = 64

/** Colours of dots by a code each: `palette[code]`, as `#rrggbb`. O(samples). */
export function coloursByCode(codes: ArrayLike<number>, palette: readonly string[]): Uint8Array {
  const parts = palette.map(channels)
  const colours = new Uint8Array(4 * codes.length)
  for (let i = 0; i < codes.length; i++) put(colours, i, parts[codes[i]])
  return colours
}

/** Colours of dots by a value each, along the stops of a scale from `low` to `high`. O(samples). */
export function coloursByValue(
  values: ArrayLike<number>,
  [low, high]: readonly [number, number],
  stops: readonly string[],
): Uint8Array {
  const parts = stops.map(channels)
  const colours = new Uint8Array(4 * values.length)
  for (let i = 0; i < values.length; i++) {
    const share = high > low ? Math.min(1, Math.max(0, (values[i] - low) / (high - low))) : 0
    const place = (Math.round(shades * share) / shades) * (parts.length - 1)
    const segment = Math.min(parts.length - 2, Math.floor(place))
    const [from, to] = [parts[segment], parts[segment + 1]]
    const mixed = from.map((part, c) => Math.round(part + (to[c] - part) * (place - segment)))
    put(colours, i, mixed)
  }
  return colours
}

/** Makes dots fainter by their strength, 0 … 1. */
export function fadeInto(colours: Uint8Array, strength: (sample: number) => number): void {
  const most = opacity(colours.length / 4)
  const least = (faintest / full) * most
  for (let i = 0; i < colours.length / 4; i++)
    colours[4 * i + 3] = Math.round(least + (most - least) * Math.min(1, Math.max(0, strength(i))))
}

/** Dims the dots that are not `bright`: fainter, and towards grey, so that many of them do not add up to the colour of one that is. */
export function dimInto(colours: Uint8Array, bright: (sample: number) => boolean): void {
  for (let i = 0; i < colours.length / 4; i++) {
    if (bright(i)) continue
    for (let part = 0; part < 3; part++) colours[4 * i + part] += Math.round((128 - colours[4 * i + part]) * grey)
    colours[4 * i + 3] = Math.max(1, Math.round(colours[4 * i + 3] * dimmed))
  }
}

/** The order with the `bright` ones on top. */
export function brightLast(order: Uint32Array, bright: (sample: number) => boolean): Uint32Array {
  const dim = order.filter((sample) => !bright(sample))
  const sorted = new Uint32Array(order.length)
  sorted.set(dim)
  sorted.set(order.filter(bright), dim.length)
  return sorted
}

/** How opaque one of `samples` dots is, 0 … 255: where many lie on each other, depth of colour then shows how many. */
function opacity(samples: number): number {
  return Math.max(24, full * Math.min(1, Math.sqrt(few / samples)))
}

/** Every sample once, far ones after each other, so that no cluster hides the others: steps near the golden ratio. */
export function mixedOrder(samples: number): Uint32Array {
  let step = Math.max(1, Math.round(samples * 0.618))
  while (divisor(step, samples) > 1) step++
  return Uint32Array.from({ length: samples }, (_, i) => (i * step) % samples)
}

/** The samples by falling value: the doubtful ones come last and lie on top. */
export function surestFirst(values: ArrayLike<number>): Uint32Array {
  return Uint32Array.from({ length: values.length }, (_, i) => i).sort((a, b) => values[b] - values[a])
}

function put(colours: Uint8Array, sample: number, parts: readonly number[]): void {
  colours.set(parts, 4 * sample)
  colours[4 * sample + 3] = opacity(colours.length / 4)
}

function channels(hex: string): number[] {
  return fromHex(hex).map((part) => Math.round(255 * part))
}

function divisor(a: number, b: number): number {
  return b === 0 ? a : divisor(b, a % b)
}
