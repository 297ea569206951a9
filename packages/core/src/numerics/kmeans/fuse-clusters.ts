/**
 * Fuses the closest two of K clusters again and again until only `clusters` remain, and returns the new number of each of the K; ties go to the lowest numbers.
 * `distance` is K×K and symmetric; when b joins a, `join(a, b, others)` writes the new distances between a and the others. Clusters where `exists` is 0 are left out.
 * Each cluster remembers its nearest other one, so that a fusion takes O(K) unless many had one of the two as their nearest: O(K²) in all.
 */
export function fuseClusters(
  distance: Float64Array,
  exists: ArrayLike<number>,
  clusters: number,
  join: (a: number, b: number, others: readonly number[]) => void,
): Int32Array {
  const count = exists.length
  let alive = Array.from({ length: count }, (_, c) => c).filter((c) => exists[c] > 0)
  const parent = Int32Array.from({ length: count }, (_, c) => c)
  const nearest = new Int32Array(count)
  const lookAround = (c: number) => {
    let best = -1
    for (const other of alive)
      if (other !== c && (best < 0 || distance[c * count + other] < distance[c * count + best])) best = other
    nearest[c] = best
  }
  for (const c of alive) lookAround(c)
  while (alive.length > clusters) {
    let a = alive[0]
    for (const c of alive) if (distance[c * count + nearest[c]] < distance[a * count + nearest[a]]) a = c
    const b = nearest[a]
    parent[b] = a
    const others = alive.filter((c) => c !== a && c !== b)
    join(a, b, others)
    alive = alive.filter((c) => c !== b)
    lookAround(a)
    for (const c of others) {
      if (nearest[c] === a || nearest[c] === b) lookAround(c)
      else if (distance[c * count + a] < distance[c * count + nearest[c]]) nearest[c] = a
    }
  }
  const number = new Int32Array(count)
  alive.forEach((c, position) => {
    number[c] = position
  })
  return parent.map((_, c) => {
    let root = c
    while (parent[root] !== root) root = parent[root]
    return number[root]
  })
}
