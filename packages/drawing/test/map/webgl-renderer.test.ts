import { expect, it } from 'vitest'
import { mixedOrder } from '../../src/map/dot-colours.ts'
import { webglRenderer } from '../../src/map/webgl-renderer.ts'

/** A canvas whose graphics card only counts. */
function countingCanvas() {
  const calls = new Map<string, number>()
  let bytes = 0
  const context = new Proxy({} as Record<string, unknown>, {
    get: (_, name: string) => {
      if (/^[A-Z_]+$/.test(name)) return name
      return (...given: unknown[]) => {
        calls.set(name, (calls.get(name) ?? 0) + 1)
        if (name === 'bufferData') bytes += (given[1] as Uint8Array).byteLength
        return true
      }
    },
  })
  const canvas = { width: 0, height: 0, getContext: () => context } as unknown as HTMLCanvasElement
  return { canvas, calls, bytes: () => bytes }
}

it('draws a million dots in one call per frame, and sends 12 bytes per dot to the card once', () => {
  const samples = 1_000_000
  const { canvas, calls, bytes } = countingCanvas()
  const renderer = webglRenderer(canvas)!
  renderer.setDots({
    map: new Float32Array(2 * samples),
    colours: new Uint8Array(4 * samples),
    order: mixedOrder(samples),
  })
  expect(bytes()).toBe(12 * samples)
  for (let frame = 0; frame < 10; frame++)
    renderer.draw({ x: frame, y: 0, scale: 1 }, { width: 800, height: 600 }, 2, 2)
  expect(calls.get('drawArrays')).toBe(10)
  expect(bytes()).toBe(12 * samples)
})
