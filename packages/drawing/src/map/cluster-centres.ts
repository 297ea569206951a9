import { boundsOf } from './bounds.ts'

/** Letters of a name that stands whole on the map, of two lines, and of the beginning of one that stands for all of it. */
const mostLetters = 42
const mostShort = 24

/** What stands on the map for a cluster: its name, and the beginning of the name where there is no room for it; the number where it has no other name. */
export function mapName(name: string, cluster: number): { text: string; short: string } {
  if (name.toLowerCase() === `cluster ${cluster}`) return { text: String(cluster), short: String(cluster) }
  const [first] = name.split(', ')
  // Names that begin alike are told apart by a number at their end.
  const [end = ''] = / \(\d+\)$/.exec(name) ?? []
  const beginning = first.endsWith(end) ? first : first + end
  return {
    text: name.length <= mostLetters ? name : beginning,
    short: first.length <= mostShort ? beginning : first.split(' ').slice(0, 3).join(' ') + end,
  }
}

/** Cells along each side of the grid in which the crowd is looked for, at most: among few samples small cells would find a crowd by chance. */
const mostCells = 32

/** Where most of a cluster lies on the map. */
export interface ClusterCentre {
  x: number
  y: number
  /** How far that part reaches. */
  radius: number
}

/**
 * For each cluster the place on the map (x, y of each sample) where most of it lies, for its number: the mean of the samples in the fullest
 * 3×3 cells of a grid, and how far these lie from it. Null for an empty cluster. A mean of all would lie in the gap of a cluster in two parts. O(samples + clusters).
 */
export function clusterCentres(
  map: ArrayLike<number>,
  labels: ArrayLike<number>,
  clusters: number,
): (ClusterCentre | null)[] {
  const { left, top, size } = boundsOf(map)
  const side = size > 0 ? size : 1
  const cells = Math.max(4, Math.min(mostCells, Math.round(Math.sqrt(labels.length))))
  const cell = (value: number, from: number) => Math.min(cells - 1, Math.floor(((value - from) / side) * cells))
  const members: number[][] = Array.from({ length: clusters }, () => [])
  for (let i = 0; i < labels.length; i++) if (!Number.isNaN(map[2 * i])) members[labels[i]].push(i)
  return members.map((samples) => {
    if (samples.length === 0) return null
    const crowd = new Uint32Array((cells + 2) * (cells + 2))
    const at = (column: number, row: number) => (row + 1) * (cells + 2) + column + 1
    for (const i of samples) crowd[at(cell(map[2 * i], left), cell(map[2 * i + 1], top))]++
    let fullest = -1
    let place = [0, 0]
    for (let row = 0; row < cells; row++)
      for (let column = 0; column < cells; column++) {
        let sum = crowd[at(column, row)]
        for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) sum += crowd[at(column + dx, row + dy)]
        if (sum > fullest) {
          fullest = sum
          place = [column, row]
        }
      }
    const near = samples.filter(
      (i) => Math.abs(cell(map[2 * i], left) - place[0]) <= 1 && Math.abs(cell(map[2 * i + 1], top) - place[1]) <= 1,
    )
    const mean = (axis: number) => near.reduce((sum, i) => sum + map[2 * i + axis], 0) / near.length
    const [x, y] = [mean(0), mean(1)]
    const far = near.reduce((sum, i) => sum + (map[2 * i] - x) ** 2 + (map[2 * i + 1] - y) ** 2, 0) / near.length
    // Half as far again as the mean: nine of ten samples of a round cloud lie within.
    return { x, y, radius: 1.5 * Math.sqrt(far) }
  })
}
