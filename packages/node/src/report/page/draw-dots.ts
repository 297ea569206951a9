/** Dots to be drawn: where, in which colour, and in which order. */
export interface Dots {
  /** x and y of each sample on the map. */
  map: ArrayLike<number>
  /** Place in `palette` of each sample. */
  shades: ArrayLike<number>
  palette: readonly [number, number, number][]
  /** Later ones lie on top. */
  order: Uint32Array
  /** Dots that are not in the cluster of this shade are drawn faintly; −1: none. */
  only: (sample: number) => boolean
}

/** Steps in which a dot can lie between two pixels. */
const steps = 4

/**
 * Paints round dots of `radius` device pixels straight into the pixels. A hundred thousand take some ten milliseconds, which no canvas path and no
 * element does, and it needs no graphics card.
 */
export function drawDots(
  image: ImageData,
  dots: Dots,
  view: { scale: number; left: number; top: number },
  radius: number,
  paper: readonly [number, number, number],
): void {
  const { width, height, data } = image
  const pixels = new Uint32Array(data.buffer)
  pixels.fill(opaque(paper))
  const stamps = makeStamps(radius)
  const reach = Math.ceil(radius) + 1
  const side = 2 * reach + 1
  const faint = dots.palette.map((colour) => mixed(colour, paper, 0.14))
  for (const sample of dots.order) {
    const x = dots.map[2 * sample] * view.scale + view.left
    const y = dots.map[2 * sample + 1] * view.scale + view.top
    if (!(x > -reach && y > -reach && x < width + reach && y < height + reach)) continue
    const column = Math.floor(x)
    const row = Math.floor(y)
    const stamp = stamps[Math.floor((y - row) * steps) * steps + Math.floor((x - column) * steps)]
    const colour = (dots.only(sample) ? dots.palette : faint)[dots.shades[sample]]
    const full = opaque(colour)
    for (let dy = -reach; dy <= reach; dy++) {
      const at = row + dy
      if (at < 0 || at >= height) continue
      for (let dx = -reach; dx <= reach; dx++) {
        const cover = stamp[(dy + reach) * side + dx + reach]
        const across = column + dx
        if (cover === 0 || across < 0 || across >= width) continue
        const place = at * width + across
        if (cover === 255) pixels[place] = full
        else {
          const p = 4 * place
          const share = cover / 255
          for (let part = 0; part < 3; part++) data[p + part] += (colour[part] - data[p + part]) * share
        }
      }
    }
  }
}

/** How far a disc covers the pixels around it, 0 … 255, for each place within a pixel. */
function makeStamps(radius: number): Uint8Array[] {
  const reach = Math.ceil(radius) + 1
  const side = 2 * reach + 1
  return Array.from({ length: steps * steps }, (_, place) => {
    const centreX = reach + ((place % steps) + 0.5) / steps
    const centreY = reach + (Math.floor(place / steps) + 0.5) / steps
    return Uint8Array.from({ length: side * side }, (_, pixel) => {
      const distance = Math.hypot((pixel % side) + 0.5 - centreX, Math.floor(pixel / side) + 0.5 - centreY)
      return Math.round(255 * Math.min(1, Math.max(0, radius + 0.5 - distance)))
    })
  })
}

function opaque([r, g, b]: readonly [number, number, number]): number {
  return ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0
}

function mixed(
  a: readonly [number, number, number],
  b: readonly [number, number, number],
  share: number,
): [number, number, number] {
  return a.map((part, i) => Math.round(part * share + b[i] * (1 - share))) as [number, number, number]
}
