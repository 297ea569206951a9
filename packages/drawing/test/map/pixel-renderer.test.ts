import { describe, expect, it } from 'vitest'
import { paintDots } from '../../src/map/pixel-renderer.ts'

const size = { width: 20, height: 10 }
const camera = { x: 0, y: 0, scale: 1 }
const paper = () => ({ ...size, data: new Uint8ClampedArray(4 * 200) }) as unknown as ImageData
const at = (image: ImageData, x: number, y: number) => [...image.data.subarray(4 * (20 * y + x), 4 * (20 * y + x) + 4)]

describe('paintDots(image, dots, …)', () => {
  it('paints a disc where the camera sees the sample, and nothing elsewhere', () => {
    const image = paper()
    const dots = { map: [-5, 0], colours: Uint8Array.of(200, 100, 50, 255), order: Uint32Array.of(0) }
    paintDots(image, dots, camera, size, 1, 4)
    expect(at(image, 5, 5)).toEqual([200, 100, 50, 255])
    expect(at(image, 15, 5)).toEqual([0, 0, 0, 0])
    const inked = image.data.filter((alpha, p) => p % 4 === 3 && alpha > 0).length
    expect(inked).toBeGreaterThan(9)
    expect(inked).toBeLessThan(30)
  })

  it('lays later dots over earlier ones, and lets what is below faint ones through', () => {
    const image = paper()
    const colours = Uint8Array.of(255, 0, 0, 255, 0, 0, 255, 128)
    paintDots(image, { map: [0, 0, 0, 0], colours, order: Uint32Array.of(0, 1) }, camera, size, 1, 4)
    const [red, , blue, alpha] = at(image, 10, 5)
    expect([red, blue, alpha]).toEqual([127, 128, 255])
    const turned = paper()
    paintDots(turned, { map: [0, 0, 0, 0], colours, order: Uint32Array.of(1, 0) }, camera, size, 1, 4)
    expect(at(turned, 10, 5)).toEqual([255, 0, 0, 255])
  })

  it('leaves out what lies beyond the edge', () => {
    const image = paper()
    const dots = { map: [100, 100], colours: Uint8Array.of(1, 2, 3, 255), order: Uint32Array.of(0) }
    paintDots(image, dots, camera, size, 1, 4)
    expect(image.data.every((part) => part === 0)).toBe(true)
  })
})
