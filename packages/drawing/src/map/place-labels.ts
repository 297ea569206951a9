import { type Camera, type Size, toScreen } from './camera.ts'

/** A word on the map, at a place of the map. */
export interface MapText {
  x: number
  y: number
  text: string
  /** What stands in its place where there is no room for it. */
  short?: string
  /** How far the samples that it names reach from there, in units of the map. */
  radius?: number
}

/** Where the middle of a text goes on the screen, and its lines. */
export interface PlacedText {
  x: number
  y: number
  lines: readonly string[]
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
/** Letters of a line of a name. */
const longestLine = 20

/** Pixels across a letter, of its height: names are set in a usual typeface, and a guess on the wide side only gives more air. */
const breadth = 0.63
/** From one line to the next, of the height of the letters. */
export const lineHeight = 1.15

/** The size of letters for a number of words. */
export function letterSize(words: number): number {
  return words > 60 ? 11 : words > 25 ? 13 : 15
}

/** A text in lines of at most `letters` letters; a longer word has a line of its own. */
export function foldedText(text: string, letters: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < letters) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/**
 * Where texts go on the screen so that none covers another: on the place they name, beside it where the samples lie so close together that the text would hide them, else near it, else the short
 * text; null for one that has no room, until the map is zoomed. The first ones come first; none stands in the `above` pixels at the top. O(texts²).
 */
export function placeLabels(
  texts: readonly MapText[],
  camera: Camera,
  size: Size,
  letters = letterSize(texts.length),
  above = 0,
): (PlacedText | null)[] {
  const taken: { x: number; y: number; wide: number; tall: number }[] = []
  const place = ({ x, y, radius = Infinity }: MapText, text: string): PlacedText | null => {
    const lines = foldedText(text, longestLine)
    const wide = breadth * letters * Math.max(...lines.map((line) => line.length))
    const tall = letters * lineHeight * lines.length
    const [left, top] = toScreen(camera, size, x, y)
    if (left < 0 || top < 0 || left > size.width || top > size.height) return null
    const reach = radius * camera.scale
    const isTight = reach < (Math.max(wide, letters) / 2) * 1.5
    const places: [number, number][] = isTight ? [] : [[left, top]]
    for (let ring = 1; ring <= rings; ring++)
      for (const [right, down] of around)
        places.push([
          left + right * ((isTight ? reach : 0) + (ring - (isTight ? 0.4 : 0)) * (wide / 2 + air)),
          top + down * ((isTight ? reach : 0) + (ring - (isTight ? 0.3 : 0)) * tall),
        ])
    const free = places
      .map(([across, down]) => [
        within(across, wide, size.width),
        above + within(down - above, tall, size.height - above),
      ])
      .find(([across, down]) =>
        taken.every(
          (other) =>
            Math.abs(other.x - across) >= (other.wide + wide) / 2 + air ||
            Math.abs(other.y - down) >= (other.tall + tall) / 2,
        ),
      )
    if (!free) return null
    taken.push({ x: free[0], y: free[1], wide, tall })
    return { x: free[0], y: free[1], lines }
  }
  return texts.map((text) => place(text, text.text) ?? (text.short === undefined ? null : place(text, text.short)))
}

/** The middle of something so long that it lies within the room, where it fits there. */
function within(middle: number, length: number, room: number): number {
  return length > room ? middle : Math.min(Math.max(middle, length / 2), room - length / 2)
}
