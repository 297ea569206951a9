import type { Camera, Size } from './camera.ts'

/** What is drawn: places (x, y of each sample), colours (red, green, blue, alpha of each, 0 … 255), and the order, later ones on top. */
export interface Dots {
  map: ArrayLike<number>
  colours: Uint8Array
  order: Uint32Array
}

/** Draws dots on a canvas. */
export interface Renderer {
  /** Said to the user where it is not the usual one. */
  readonly note: string | null
  setDots(dots: Dots): void
  /** `size` in CSS pixels, `density` device pixels for each, `dot` CSS pixels across. */
  draw(camera: Camera, size: Size, density: number, dot: number): void
  /** Gives back what the graphics card holds. */
  end(): void
}

/** Gives a canvas as many device pixels as it covers. */
export function resize(canvas: HTMLCanvasElement, { width, height }: Size, density: number): void {
  const [across, down] = [Math.round(width * density), Math.round(height * density)]
  if (canvas.width !== across) canvas.width = across
  if (canvas.height !== down) canvas.height = down
}
