import type { Random } from '@manyview/core/numerics'

type Colour = readonly [red: number, green: number, blue: number]
/** The colour of the place (x, y), both 0 … 1 from the left and from the top. */
type Paint = (x: number, y: number) => Colour

/** Six kinds of landscapes; each call draws another one. */
export const scenes = { sunset, forest, city, meadow, dunes, mountains }
/** Name of a kind of scene. */
export type Scene = keyof typeof scenes

/** A square picture of a scene as red, green, blue, opacity per pixel. */
export function drawScene(scene: Scene, size: number, random: Random): Uint8Array {
  const paint = scenes[scene](random)
  const pixels = new Uint8Array(4 * size * size)
  for (let p = 0; p < size * size; p++) {
    const colour = paint((p % size) / size, Math.floor(p / size) / size)
    const grain = 8 * (random.uniform() - 0.5)
    for (let c = 0; c < 3; c++) pixels[4 * p + c] = Math.max(0, Math.min(255, Math.round(colour[c] + grain)))
    pixels[4 * p + 3] = 255
  }
  return pixels
}

const mix = (from: Colour, to: Colour, share: number): Colour => {
  const t = Math.max(0, Math.min(1, share))
  return [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1]), from[2] + t * (to[2] - from[2])]
}
const between = (random: Random, low: number, high: number) => low + (high - low) * random.uniform()

/** A line of hills: waves of random length and height. */
function ridge(random: Random, roughness: number): (x: number) => number {
  const waves = Array.from({ length: 5 }, (_, i) => ({
    often: (i + 1) * between(random, 3, 6),
    high: roughness / (i + 1),
    begin: between(random, 0, 7),
  }))
  return (x) => waves.reduce((sum, { often, high, begin }) => sum + high * Math.sin(often * x + begin), 0)
}

function sunset(random: Random): Paint {
  const [horizon, sunX] = [between(random, 0.52, 0.68), between(random, 0.25, 0.75)]
  const sunY = horizon - between(random, 0.04, 0.2)
  const radius = between(random, 0.06, 0.11)
  const high: Colour = [between(random, 60, 110), between(random, 30, 70), between(random, 90, 140)]
  const low: Colour = [255, between(random, 120, 175), between(random, 50, 90)]
  return (x, y) => {
    const away = Math.hypot(x - sunX, y - sunY)
    if (y < horizon)
      return away < radius ? [255, 244, 200] : mix(mix(high, low, y / horizon), [255, 225, 150], 0.7 - 2.2 * away)
    const wave = Math.sin(90 * y * y + 5 * Math.sin(11 * x))
    const path = Math.abs(x - sunX) < 0.06 + 0.25 * (y - horizon) && wave > -0.2
    return path ? [250, 190, 110] : mix([70, 45, 85], [30, 25, 60], 2 * (y - horizon) + 0.15 * wave)
  }
}

function forest(random: Random): Paint {
  const trunks = Array.from({ length: 7 + random.below(6) }, () => ({
    x: random.uniform(),
    wide: between(random, 0.012, 0.035),
    dark: between(random, 0.3, 1),
  }))
  const leaves = ridge(random, 0.08)
  const tint = between(random, -15, 20)
  return (x, y) => {
    const trunk = trunks.find(({ x: place, wide }) => Math.abs(x - place + 0.01 * Math.sin(9 * y)) < wide)
    const leaf = Math.sin(70 * x + 31 * y) * Math.sin(23 * x - 57 * y + 40 * leaves(x + y))
    if (y > 0.85 + 0.3 * leaves(x)) return [62 + 12 * leaf, 70 + 14 * leaf, 34]
    if (trunk && y > 0.12) return mix([52, 38, 26], [96, 74, 52], 1 - trunk.dark)
    return [48 + tint + 26 * leaf, 98 + tint + 40 * leaf, 44 + 16 * leaf]
  }
}

function city(random: Random): Paint {
  const houses = Array.from({ length: 11 }, (_, i) => ({
    left: i / 11,
    top: between(random, 0.25, 0.75),
    tint: between(random, 0, 26),
  }))
  const lit = Array.from({ length: 400 }, () => random.uniform() < 0.55)
  const sky: Colour = [between(random, 8, 30), between(random, 14, 36), between(random, 50, 90)]
  return (x, y) => {
    const place = Math.min(10, Math.floor(11 * x))
    const { top, tint } = houses[place]
    if (y < top) return mix(sky, [90, 80, 120], 0.8 * y)
    const [column, row] = [Math.floor(44 * x) % 4, Math.floor(30 * y)]
    const window = column % 2 === 1 && row % 2 === 1 && lit[(37 * place + 11 * column + 7 * row) % lit.length]
    return window ? [250, 215, 130] : [28 + tint, 30 + tint, 44 + tint]
  }
}

function meadow(random: Random): Paint {
  const colours: Colour[] = [
    [235, 70, 80],
    [250, 205, 60],
    [240, 240, 245],
    [170, 90, 200],
  ]
  const flowers = Array.from({ length: 45 + random.below(30) }, () => ({
    x: random.uniform(),
    y: between(random, 0.42, 1),
    colour: colours[random.below(colours.length)],
  }))
  const hills = ridge(random, 0.02)
  const blue = between(random, 190, 235)
  return (x, y) => {
    const edge = 0.38 + hills(x)
    if (y < edge) return mix([110, 170, blue], [205, 228, 245], y / edge)
    const flower = flowers.find(({ x: fx, y: fy }) => Math.hypot(x - fx, y - fy) < 0.008 + 0.022 * (fy - 0.35))
    const blade = 14 * Math.sin(150 * x + 20 * Math.sin(30 * y))
    return flower ? flower.colour : [92 + blade, 158 + blade - 50 * (y - edge), 58 + blade / 2]
  }
}

function dunes(random: Random): Paint {
  const lines = Array.from({ length: 4 }, (_, i) => ({ at: 0.34 + 0.16 * i, line: ridge(random, 0.045) }))
  const warm = between(random, -12, 14)
  return (x, y) => {
    const before = lines.filter(({ at, line }) => y > at + line(x))
    if (before.length === 0) return mix([150, 190, 222], [240, 226, 198], y / 0.4)
    const { at, line } = before[before.length - 1]
    const depth = y - at - line(x)
    const ripple = 5 * Math.sin(120 * depth + 16 * x)
    return mix([236 + warm, 196, 138], [176 + warm, 124, 76], 3.2 * depth + 0.12 * before.length).map(
      (c) => c + ripple,
    ) as unknown as Colour
  }
}

function mountains(random: Random): Paint {
  const peaks = Array.from({ length: 3 + random.below(2) }, () => ({
    x: random.uniform(),
    top: between(random, 0.14, 0.42),
    steep: between(random, 0.9, 1.6),
  }))
  const rough = ridge(random, 0.012)
  const cold = between(random, -10, 14)
  return (x, y) => {
    const above = peaks.map(({ x: px, top, steep }) => y - top - steep * Math.abs(x - px) - rough(4 * x))
    const depth = Math.max(...above)
    if (depth < 0) return mix([96, 142 + cold, 205], [190, 214, 236], y / 0.7)
    if (y > 0.86 + rough(2 * x)) return [70, 92 + cold, 104]
    const { x: px } = peaks[above.indexOf(depth)]
    const shade = x > px ? 0.75 : 1
    const snow: Colour = [240 * shade, 244 * shade, 250 * shade]
    return depth < 0.2 + 4 * rough(3 * x + y) ? snow : mix([112 * shade, 116 * shade, 128 * shade], [70, 76, 88], depth)
  }
}
