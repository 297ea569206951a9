import { frameOf } from './bounds.ts'

/** What part of the map is seen: the place in the middle and pixels for each of its units. */
export interface Camera {
  x: number
  y: number
  scale: number
}

export interface Size {
  width: number
  height: number
}

/** The camera that shows the samples, with a margin; a few that lie far away do not squeeze the others. */
export function wholeMap(map: ArrayLike<number>, { width, height }: Size): Camera {
  const bounds = frameOf(map)
  const margin = Math.min(36, width / 10, height / 10)
  const across = Math.max(bounds.width, 1e-9)
  const down = Math.max(bounds.height, 1e-9)
  return {
    x: bounds.left + bounds.width / 2,
    y: bounds.top + bounds.height / 2,
    scale: Math.min((width - 2 * margin) / across, (height - 2 * margin) / down),
  }
}

/** Where a place of the map is on the screen. */
export function toScreen(camera: Camera, { width, height }: Size, x: number, y: number): [number, number] {
  return [(x - camera.x) * camera.scale + width / 2, (y - camera.y) * camera.scale + height / 2]
}

/** The other way round. */
export function toMap(camera: Camera, { width, height }: Size, x: number, y: number): [number, number] {
  return [(x - width / 2) / camera.scale + camera.x, (y - height / 2) / camera.scale + camera.y]
}

/** Zooms by `factor` so that the place under (x, y) stays there; between a fifth of `home` and 400 times it. */
export function zoomAt(camera: Camera, size: Size, home: Camera, x: number, y: number, factor: number): Camera {
  const scale = Math.min(home.scale * 400, Math.max(home.scale / 5, camera.scale * factor))
  const [mapX, mapY] = toMap(camera, size, x, y)
  return { scale, x: mapX - (x - size.width / 2) / scale, y: mapY - (y - size.height / 2) / scale }
}

/** Pixels across a dot: smaller the more samples there are, larger on a large map and when zoomed in (`zoom`: 1 shows everything). */
export function dotSize(samples: number, { width, height }: Size, zoom: number): number {
  const room = Math.sqrt(Math.max(240, Math.min(width, height)) / 620)
  const base = room * Math.min(9, Math.max(1.6, 22 * samples ** -0.19))
  return Math.min(24, base * Math.max(1, zoom ** 0.4))
}
