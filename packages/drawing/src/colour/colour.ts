/** Red, green and blue, 0 … 1 each, as screens take them. */
export type Rgb = readonly [number, number, number]

/** `#rrggbb`. */
export function hex(colour: Rgb): string {
  return `#${colour
    .map((part) =>
      Math.round(clamp(part) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** The colour that `#rrggbb` stands for. */
export function fromHex(text: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16) / 255) as unknown as Rgb
}

/** Lightness and the two colour axes of OKLab (B. Ottosson, 2020), in which distances are about as large as they look. */
export function toOklab(colour: Rgb): Rgb {
  const [r, g, b] = colour.map(linear)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** Back from OKLab; parts outside 0 … 1 cannot be shown. */
export function fromOklab([lightness, a, b]: Rgb): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

/** The colour of that lightness and hue (degrees), as strong as asked for or as a screen can show. */
export function fromOklch(lightness: number, chroma: number, hue: number): Rgb {
  const angle = (hue * Math.PI) / 180
  for (let strength = chroma; ; strength -= 0.005) {
    const colour = fromOklab([lightness, strength * Math.cos(angle), strength * Math.sin(angle)])
    if (strength <= 0 || colour.every((part) => part >= -1e-4 && part <= 1 + 1e-4))
      return colour.map(clamp) as unknown as Rgb
  }
}

/** Machado, Oliveira and Fernandes 2009, full severity, on linear light. */
const blindness = {
  protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
} as const

/** How a colour looks to red-blind (protan) or green-blind (deutan) eyes. */
export function asSeenBy(kind: keyof typeof blindness, colour: Rgb): Rgb {
  const matrix = blindness[kind]
  const [r, g, b] = colour.map(linear)
  return [0, 3, 6].map((row) =>
    gamma(clamp(matrix[row] * r + matrix[row + 1] * g + matrix[row + 2] * b)),
  ) as unknown as Rgb
}

/** A colour as normal, red-blind and green-blind eyes see it, in OKLab. */
export function appearances(colour: Rgb): Rgb[] {
  return [colour, asSeenBy('protan', colour), asSeenBy('deutan', colour)].map(toOklab)
}

/** How different two colours, by their `appearances`, look to those who tell them apart worst: the least of the distances for normal, red-blind and green-blind eyes. */
export function leastDifference(a: readonly Rgb[], b: readonly Rgb[]): number {
  return Math.min(...a.map((p, eye) => Math.hypot(p[0] - b[eye][0], p[1] - b[eye][1], p[2] - b[eye][2])))
}

function clamp(part: number): number {
  return Math.min(1, Math.max(0, part))
}

function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

function gamma(part: number): number {
  return part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055
}
