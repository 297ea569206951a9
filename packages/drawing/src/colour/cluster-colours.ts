import { appearances, fromHex, fromOklab, fromOklch, hex, leastDifference, type Rgb, toOklab } from './colour.ts'

/** The first ones: from the hues of Okabe and Ito (2008), moved until the two most alike differ most, for red- and green-blind eyes too. */
const first = ['#225ba8', '#bf9012', '#168b76', '#b75202', '#6bc2f0', '#b271ca', '#d5bc6c', '#52555c']
/** Colours that differ; further clusters begin again. */
const count = 100

let palette: Rgb[] = []

/** One colour a cluster, as `#rrggbb`, for a light or a dark page. The same cluster has the same hue on both. Past 100 they repeat. */
export function clusterColours(clusters: number, dark: boolean): string[] {
  // Most need a few, and the first of many are those of a few.
  if (palette.length < Math.min(clusters, count)) palette = distinctColours(Math.min(clusters, count))
  const shown = palette.map((colour) => hex(dark ? forDark(colour) : colour))
  return Array.from({ length: clusters }, (_, cluster) => shown[cluster % count])
}

/** The first colours, and each next is the one, of many hues at four lightnesses, that differs most from those before. */
function distinctColours(wanted: number): Rgb[] {
  const chosen: Rgb[] = first.map(fromHex)
  if (wanted <= chosen.length) return chosen
  const candidates: Rgb[] = []
  for (const [lightness, chroma] of [
    [0.58, 0.13],
    [0.7, 0.13],
    [0.46, 0.12],
    [0.78, 0.1],
    [0.64, 0.06],
    [0.36, 0.09],
  ])
    for (let hue = 0; hue < 360; hue += 12) candidates.push(fromOklch(lightness, chroma, hue))
  const candidateLooks = candidates.map(appearances)
  const others = chosen.map(appearances)
  const nearest = candidateLooks.map((candidate) =>
    Math.min(...others.map((other) => leastDifference(candidate, other))),
  )
  while (chosen.length < wanted) {
    const best = nearest.indexOf(Math.max(...nearest))
    chosen.push(candidates[best])
    candidateLooks.forEach((candidate, i) => {
      nearest[i] = Math.min(nearest[i], leastDifference(candidate, candidateLooks[best]))
    })
  }
  return chosen
}

/** Lighter, so that it stands out from a dark page. */
function forDark(colour: Rgb): Rgb {
  const [lightness, a, b] = toOklab(colour)
  return fromOklab([0.2 + 0.78 * lightness, a, b])
}
