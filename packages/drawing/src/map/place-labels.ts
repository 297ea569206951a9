import { type Camera, type Size, toScreen } from './camera.ts'

/** A word on the map, at a place of the map. */
export interface MapText {
  x: number
  y: number
  text: string
  /** How far the samples that it names reach from there, in units of the map. */
  radius?: number
}

/** Places that are tried around the middle, as steps across and down. */
const around: [number, number][] = [
  [0, -1],
  [0, 1],
  [1, 0],
  [-1, 0],
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
]
/** Rings of them that are tried. */
const rings = 3
const air = 2

/** Pixels across a letter, of its height: names are set in a usual typeface, and a guess on the wide side only gives more air. */
const breadth = 0.58

/** The size of letters for so many words. */
export function letterSize(words: number): number {
  return words > 60 ? 11 : words > 25 ? 13 : 15
}

/**
 * Where the middles of words go on the screen so that none covers another: on the place they name, beside it where the samples lie so close together that the word would hide them, else
 * near it; null for a word that has no room, until the map is zoomed. The first ones come first. O(words²).
 */
export function placeLabels(
  texts: readonly MapText[],
  camera: Camera,
  size: Size,
  letters = letterSize(texts.length),
): ([number, number] | null)[] {
  const taken: { x: number; y: number; half: number }[] = []
  const tall = letters * 1.15
  const free = (x: number, y: number, half: number) =>
    taken.every((other) => Math.abs(other.x - x) >= other.half + half + air || Math.abs(other.y - y) >= tall)
  return texts.map(({ x, y, text, radius = Infinity }) => {
    const half = (breadth * letters * text.length) / 2
    const [left, top] = toScreen(camera, size, x, y)
    if (left < -half || top < -tall || left > size.width + half || top > size.height + tall) return null
    const reach = radius * camera.scale
    const tight = reach < Math.max(half, letters / 2) * 1.5
    const places: [number, number][] = tight ? [] : [[left, top]]
    for (let ring = 1; ring <= rings; ring++)
      for (const [right, down] of around)
        places.push([
          left + right * ((tight ? reach : 0) + (ring - (tight ? 0.4 : 0)) * (half + air)),
          top + down * ((tight ? reach : 0) + (ring - (tight ? 0.3 : 0)) * tall),
        ])
    const found = places.find(([across, down]) => free(across, down, half))
    if (!found) return null
    taken.push({ x: found[0], y: found[1], half })
    return found
  })
}
