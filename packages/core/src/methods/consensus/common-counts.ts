import type { PlacedNeighbours } from '../../graph/approximate-shared-neighbours.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import type { Progress } from '../../progress.ts'

/** How many entries the lists of two views have in common, where it is known; `a` is the later view. */
export type CommonCounts = (a: number, b: number) => number | null

export const noCounts: CommonCounts = () => null

/** Counts the neighbours that views have in common on a device, where there is one, there are many samples, and no sample lacks a view. */
export function* commonCounts(
  { device }: Kernels,
  views: readonly PlacedNeighbours[],
  samples: number,
): Generator<Progress, CommonCounts> {
  if (!device || samples <= device.many || views.some(({ neighbours }) => neighbours.samples < samples)) return noCounts
  const counts = new Map<string, number>()
  for (let a = 1; a < views.length; a++)
    for (let b = 0; b < a; b++)
      counts.set(`${a} ${b}`, yield* device.commonNeighbours(views[a].neighbours, views[b].neighbours))
  return (a, b) => counts.get(`${a} ${b}`)!
}
