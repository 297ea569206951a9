import { normaliseParts, pyramidHistograms, pyramidRegions, regionName } from './pyramid.ts'

/** Cells a side of the finest grid of patterns. */
export const TEXTURE_GRID = 2
/** Patterns: 58 uniform ones, and one for all others. */
export const PATTERNS = 59

/**
 * Number of the pattern of each of the 256 codes: neighbours that are at least as bright as the centre, bit 0 to the right and on counter-clockwise. Uniform are those with at most two changes
 * around the circle, by the number of bright neighbours and then by how far they are turned; all others share the last number (Ojala, Pietikäinen, Mäenpää 2002).
 */
export function patternTable(): Uint8Array {
  const table = new Uint8Array(256).fill(PATTERNS - 1)
  table[0] = 0
  table[255] = PATTERNS - 2
  for (let ones = 1; ones < 8; ones++)
    for (let turn = 0; turn < 8; turn++) {
      const run = (1 << ones) - 1
      table[((run << turn) | (run >> (8 - turn))) & 255] = 1 + (ones - 1) * 8 + turn
    }
  return table
}

/** Textures: shares of local binary patterns of the picture and of its half-size, fine cells then coarse ones, per region of a spatial pyramid. */
export function textureFeatures(fine: Float64Array, coarse: Float64Array): Float64Array {
  const histograms = [fine, coarse].map((cells) =>
    normaliseParts(pyramidHistograms(cells, TEXTURE_GRID, PATTERNS), PATTERNS),
  )
  const both = new Float64Array(2 * histograms[0].length)
  both.set(histograms[0])
  both.set(histograms[1], histograms[0].length)
  return both
}

export function textureNames(): string[] {
  const patterns = ['bright spot']
  for (let ones = 1; ones < 8; ones++)
    for (let turn = 0; turn < 8; turn++)
      patterns.push(`${shapeOf(ones)}, ${ones} of 8 brighter, at ${(45 * turn + 22.5 * (ones - 1)) % 360}°`)
  patterns.push('flat or dark spot', 'rough')
  return ['fine', 'coarse'].flatMap((scale) =>
    pyramidRegions(TEXTURE_GRID).flatMap((region) =>
      patterns.map((pattern) => `${scale} ${pattern}, ${regionName(region)}`),
    ),
  )
}

/** What is seen where `ones` neighbours in a row are bright. */
function shapeOf(ones: number): string {
  if (ones < 3) return 'bright end'
  return ones < 6 ? 'edge' : 'dark end'
}
