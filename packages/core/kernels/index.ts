// The one WebAssembly module: every exported kernel, by topic.
export * from './kmeans'
export * from './products'

/** The first byte that the module itself does not use. */
export const heapBase: usize = __heap_base
