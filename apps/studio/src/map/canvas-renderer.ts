import { type Camera, type Size, toScreen } from './camera.ts'
import type { Dots, Renderer } from './renderer.ts'

/** Draws with the plain canvas: for browsers without WebGL, and for pictures to save. 100,000 dots take about a tenth of a second. */
export function canvasRenderer(canvas: HTMLCanvasElement, note: string | null): Renderer {
  const context = canvas.getContext('2d')!
  let dots: Dots | null = null
  return {
    note,
    setDots(next) {
      dots = next
    },
    draw(camera, size, density, dot) {
      resize(canvas, size, density)
      context.setTransform(density, 0, 0, density, 0, 0)
      context.clearRect(0, 0, size.width, size.height)
      if (dots) drawDots(context, dots, camera, size, dot)
    },
    end() {
      dots = null
    },
  }
}

/** Draws into any context, one colour after the other. */
export function drawDots(
  context: CanvasRenderingContext2D,
  { map, colours }: Dots,
  camera: Camera,
  size: Size,
  dot: number,
): void {
  const words = new Uint32Array(colours.buffer, colours.byteOffset, colours.length / 4)
  const byColour = new Map<number, number[]>()
  words.forEach((word, i) => {
    const list = byColour.get(word)
    if (list) list.push(i)
    else byColour.set(word, [i])
  })
  for (const list of byColour.values()) {
    const [red, green, blue, alpha] = colours.subarray(4 * list[0], 4 * list[0] + 4)
    if (alpha === 0) continue
    context.fillStyle = `rgb(${red} ${green} ${blue} / ${alpha / 255})`
    for (const i of list) {
      const [x, y] = toScreen(camera, size, map[2 * i], map[2 * i + 1])
      if (x < -dot || y < -dot || x > size.width + dot || y > size.height + dot) continue
      context.beginPath()
      context.arc(x, y, dot / 2, 0, 2 * Math.PI)
      context.fill()
    }
  }
}

/** Gives a canvas as many device pixels as it covers. */
export function resize(canvas: HTMLCanvasElement, { width, height }: Size, density: number): void {
  const [across, down] = [Math.round(width * density), Math.round(height * density)]
  if (canvas.width !== across) canvas.width = across
  if (canvas.height !== down) canvas.height = down
}
