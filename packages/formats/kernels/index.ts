// What pictures are described by. Every kernel has a plain reference in src/pictures/features; sums run in its order, so that both give the same bytes.
export { colourHistograms } from './colour'
export { greyAndTone, halve } from './grey'
export { orientedEnergy } from './layout'
export { orientedGradients } from './shape'
export { texturePatterns } from './texture'

/** The first byte that the module itself does not use. */
export const heapBase: usize = __heap_base
