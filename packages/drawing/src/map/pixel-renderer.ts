import { type Camera, type Size, toScreen } from './camera.ts'
import { type Dots, type Renderer, resize } from './dots.ts'

/** Steps in which a dot can lie between two pixels. */
const steps = 4

/** Draws without a graphics card: dots go straight into the pixels of a plain canvas. 100,000 take some tens of milliseconds. */
export function pixelRenderer(canvas: HTMLCanvasElement): Renderer {
  const context = canvas.getContext('2d')!
  let dots: Dots | null = null
  return {
    note: 'Drawn without WebGL, which this browser does not have.',
    setDots(next) {
      dots = next
    },
    draw(camera, size, density, dot) {
      resize(canvas, size, density)
      const image = context.createImageData(canvas.width, canvas.height)
      if (dots) paintDots(image, dots, camera, size, density, dot)
      context.putImageData(image, 0, 0)
    },
    end() {
      dots = null
    },
  }
}

/** Paints round dots, `dot` CSS pixels across, over whatever the image holds. */
export function paintDots(
  image: ImageData,
  { map, colours, order }: Dots,
  camera: Camera,
  size: Size,
  density: number,
  dot: number,
): void {
  const { width, height, data } = image
  const scale = camera.scale * density
  const [left, top] = toScreen(camera, size, 0, 0).map((place) => place * density)
  const radius = (dot * density) / 2
  const stamps = makeStamps(radius)
  const reach = Math.ceil(radius) + 1
  const side = 2 * reach + 1
  for (const sample of order) {
    const x = map[2 * sample] * scale + left
    const y = map[2 * sample + 1] * scale + top
    if (!(x > -reach && y > -reach && x < width + reach && y < height + reach)) continue
    const column = Math.floor(x)
    const row = Math.floor(y)
    const stamp = stamps[Math.floor((y - row) * steps) * steps + Math.floor((x - column) * steps)]
    const opacity = colours[4 * sample + 3] / 255
    for (let dy = -reach; dy <= reach; dy++) {
      const at = row + dy
      if (at < 0 || at >= height) continue
      for (let dx = -reach; dx <= reach; dx++) {
        const across = column + dx
        const cover = stamp[(dy + reach) * side + dx + reach] * opacity
        if (cover > 0 && across >= 0 && across < width)
          blend(data, 4 * (at * width + across), colours, 4 * sample, cover)
      }
    }
  }
}

/** Lays a colour that covers a share of the pixel over what is there. */
function blend(data: Uint8ClampedArray, to: number, colours: Uint8Array, from: number, cover: number): void {
  const below = (data[to + 3] / 255) * (1 - cover)
  const whole = cover + below
  const share = cover / whole
  for (let part = 0; part < 3; part++)
    data[to + part] = Math.round(data[to + part] + (colours[from + part] - data[to + part]) * share)
  data[to + 3] = Math.round(255 * whole)
}

/** How far a disc covers the pixels around it, 0 … 1, for each place within a pixel. */
function makeStamps(radius: number): Float32Array[] {
  const reach = Math.ceil(radius) + 1
  const side = 2 * reach + 1
  return Array.from({ length: steps * steps }, (_, place) => {
    const centreX = reach + ((place % steps) + 0.5) / steps
    const centreY = reach + (Math.floor(place / steps) + 0.5) / steps
    return Float32Array.from({ length: side * side }, (_, pixel) => {
      const distance = Math.hypot((pixel % side) + 0.5 - centreX, Math.floor(pixel / side) + 0.5 - centreY)
      return Math.min(1, Math.max(0, radius + 0.5 - distance))
    })
  })
}
