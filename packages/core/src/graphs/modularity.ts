import type { Matrix } from '../numerics/linalg/matrix.ts'

/**
 * How far links stay inside clusters beyond what the same degrees would give by chance, from the links between clusters (k×k, `clusterLinks`): 0 as by chance, towards 1 for many
 * separate clusters. It falls when a cluster is split and when two are merged. O(k²). Source: Newman and Girvan, 2004.
 */
export function modularity({ rows, data }: Matrix): number {
  const degrees = new Float64Array(rows)
  let inside = 0
  let all = 0
  for (let a = 0; a < rows; a++) {
    inside += data[a * rows + a]
    for (let b = 0; b < rows; b++) degrees[a] += data[a * rows + b]
    all += degrees[a]
  }
  if (all === 0) return 0
  let chance = 0
  for (const degree of degrees) chance += (degree / all) * (degree / all)
  return inside / all - chance
}
