import type { Kernels } from '../../runtime/kernels/kernels.ts'

const caches = new WeakMap<Kernels, Map<string, Float64Array>>()

/** The table of that name, made once for each Kernels instance and freed with it. */
export function cachedTable(kernels: Kernels, name: string, make: () => Float64Array): Float64Array {
  let cache = caches.get(kernels)
  if (!cache) caches.set(kernels, (cache = new Map()))
  let table = cache.get(name)
  if (!table) cache.set(name, (table = make()))
  return table
}
