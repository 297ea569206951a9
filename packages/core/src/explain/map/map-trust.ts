import type { Neighbours } from '../../graphs/neighbour-lists.ts'

/** Share of the neighbours on a map that are neighbours in the data, over all samples; 1 where there are none. O(n · neighbours²). */
export function mapTrust(data: Neighbours, map: Neighbours): number {
  let kept = 0
  for (let i = 0; i < map.samples; i++) {
    const near = data.indices.subarray(i * data.count, (i + 1) * data.count)
    for (let p = i * map.count; p < (i + 1) * map.count; p++) if (near.includes(map.indices[p])) kept++
  }
  return map.indices.length === 0 ? 1 : kept / map.indices.length
}
