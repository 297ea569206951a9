// The one WebAssembly module: every exported kernel, by topic. It is built twice, with SIMD and lane by lane, so kernels keep to the few
// vector operations that scripts/scalarise.mjs knows, sum in a fixed order and have no static data.
export { addChosen } from './add-chosen'
export * from './basis'
export * from './cholesky'
export { collectEntries } from './collect-entries'
export { transformColumns } from './column-fft'
export { copyRows } from './copy-rows'
export { filterGraph } from './filter-graph'
export { transformPairs } from './fourier-stages'
export * from './kmeans'
export { sumExactly } from './kmeans-sums'
export { consensusStep, innerProduct, packPanels, packSum, sparseStep, transposeTimes } from './latent'
export { layOutRows } from './layout'
export { listSquares } from './list-squares'
export * from './nearest-centres'
export * from './neighbours'
export { packRows, packUnitRows } from './pack-rows'
export { polarFactor } from './polar'
export * from './products'
export { rankEffects } from './rank-effects'
export * from './shrink'
export * from './single-neighbours'
export { multiplySingle, packSingle, transposeMultiplySingle } from './single-products'
export * from './sparse-products'
export { reflectBack, rotateBack, tridiagonalise } from './symmetric-eigen'

/** The first byte that the module itself does not use. */
export const heapBase: usize = __heap_base
