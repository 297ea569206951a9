import { logarithm } from '@manyview/core/numerics'
import { type Picture, resizePicture } from '../resize-picture.ts'
import { bytes } from './built/kernel-bytes.ts'
import type { KernelFunctions } from './built/kernel-functions.ts'
import { COLOUR_BINS, COLOUR_GRID, colourFeatures, colourTables } from './colour.ts'
import { EVEN_REACH, LAYOUT_GRID, layoutTables, ORIENTATIONS, SCALES } from './layout.ts'
import { DIRECTIONS, directionEdges, SHAPE_GRID, shapeFeatures } from './shape.ts'
import { PATTERNS, patternTable, TEXTURE_GRID, textureFeatures } from './texture.ts'

/** Pixels a side of the square that each picture is brought to before it is described, as Oliva and Torralba (2001) do. */
export const SIDE = 256

/** Changes whenever a picture is described in another way: what is kept by an older one is then made anew. */
export const FEATURES_VERSION = 2

/** What a picture is described by: one list of numbers per view. */
export interface PictureFeatures {
  colour: Float64Array
  texture: Float64Array
  shape: Float64Array
  layout: Float64Array
}

/** Describes pictures, about 100 per second. */
export type DescribePicture = (picture: Picture) => PictureFeatures

let module: Promise<WebAssembly.Module> | undefined

/** A describer with WebAssembly memory of its own (8 MB), which all its pictures use one after the other. */
export async function pictureDescriber(): Promise<DescribePicture> {
  module ??= WebAssembly.compile(Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0)))
  const memory = new WebAssembly.Memory({ initial: 1 })
  const { exports } = new WebAssembly.Instance(await module, { env: { memory } })
  const kernels = exports as unknown as KernelFunctions
  let top = Math.ceil((exports.heapBase as WebAssembly.Global).value / 16) * 16
  const reserve = (length: number) => {
    const pointer = top
    top += Math.ceil(length / 2) * 16
    const missing = top - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / 65536))
    return pointer
  }
  const doubles = (pointer: number, length: number) => new Float64Array(memory.buffer, pointer, length)
  const keep = (values: Float64Array) => {
    const pointer = reserve(values.length)
    doubles(pointer, values.length).set(values)
    return pointer
  }
  const keepBytes = (values: Uint8Array) => {
    const pointer = reserve(Math.ceil(values.length / 8))
    new Uint8Array(memory.buffer, pointer, values.length).set(values)
    return pointer
  }

  const colours = colourTables()
  const waves = layoutTables()
  const [linear, root, even, filters, blur, edges] = [
    colours.linear,
    colours.root,
    waves.even,
    waves.filters,
    waves.blur,
    directionEdges(),
  ].map(keep)
  const patterns = keepBytes(patternTable())
  const tones = keep(toneTable())
  const half = SIDE / 2
  const pixels = reserve((3 * SIDE * SIDE) / 8)
  const [grey, tone] = [reserve(SIDE * SIDE), reserve(SIDE * SIDE)]
  const [halfGrey, halfTone] = [reserve(half * half), reserve(half * half)]
  const scratch = reserve(7 * half * half + half + 2 * EVEN_REACH)
  const lengths = {
    colour: COLOUR_GRID * COLOUR_GRID * COLOUR_BINS,
    texture: TEXTURE_GRID * TEXTURE_GRID * PATTERNS,
    shape: SHAPE_GRID * SHAPE_GRID * DIRECTIONS,
    layout: SCALES * LAYOUT_GRID * LAYOUT_GRID * ORIENTATIONS,
  }
  const cells = reserve(Math.max(...Object.values(lengths)))
  const result = (view: keyof PictureFeatures) => doubles(cells, lengths[view]).slice()

  return (picture) => {
    new Uint8Array(memory.buffer, pixels, 3 * SIDE * SIDE).set(resizePicture(picture, SIDE, SIDE))
    kernels.greyAndTone(pixels, SIDE * SIDE, tones, grey, tone)
    kernels.halve(grey, SIDE, halfGrey)
    kernels.halve(tone, SIDE, halfTone)
    kernels.colourHistograms(pixels, SIDE, linear, root, colours.root.length, cells)
    const colour = colourFeatures(result('colour'))
    kernels.texturePatterns(grey, SIDE, patterns, cells)
    const fine = result('texture')
    kernels.texturePatterns(halfGrey, half, patterns, cells)
    const texture = textureFeatures(fine, result('texture'))
    kernels.orientedGradients(grey, SIDE, edges, cells)
    const shape = shapeFeatures(result('shape'))
    kernels.orientedEnergy(halfTone, half, even, filters, blur, cells, scratch)
    return { colour, texture, shape, layout: result('layout') }
  }
}

/** The logarithm of light, for each of the 256 brightnesses. */
export function toneTable(): Float64Array {
  return Float64Array.from({ length: 256 }, (_, value) => logarithm(1 + value))
}
