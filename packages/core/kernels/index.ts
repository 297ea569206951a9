// The one WebAssembly module: every exported kernel, by topic.
export * from './basis'
export * from './cholesky'
export * from './fft'
export * from './kmeans'
export * from './products'
export * from './prox'
export * from './real-fft'
export * from './shrink'

/** The first byte that the module itself does not use. */
export const heapBase: usize = __heap_base
