import type { Camera, Size } from './camera.ts'

/** What is drawn: places (x, y of each sample) and colours (red, green, blue, alpha of each, 0 … 255). */
export interface Dots {
  map: Float64Array
  colours: Uint8Array
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
