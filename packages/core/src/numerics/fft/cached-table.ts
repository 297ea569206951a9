import type { Kernels } from '../../runtime/kernels/kernels.ts'

/** Tables by their name, for each Kernels instance. */
const caches = new WeakMap<Kernels, Map<string, Float64Array>>()

/** Returns the table of that name, which `make` makes once for each Kernels instance; it is freed with the instance. */
export function cachedTable(kernels: Kernels, name: string, make: () => Float64Array): Float64Array {
  let cache = caches.get(kernels)
  if (!cache) caches.set(kernels, (cache = new Map()))
  let table = cache.get(name)
  if (!table) cache.set(name, (table = make()))
  return table
}
