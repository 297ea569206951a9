import type { Device } from '../../device/device.ts'
import type { PlacedNeighbours } from '../../graph/approximate-shared-neighbours.ts'
import { pointShares } from '../../graph/point-shares.ts'
import type { Progress } from '../../progress.ts'
import type { Communicator } from '../../ranks/communicator.ts'
import { oneProcess } from '../../ranks/one-process.ts'

/** The neighbours that two views have in common, of the samples that both have and among these. */
export interface CommonNeighbours {
  /** The two views. */
  pair: readonly [number, number]
  /** Samples that both have. */
  samples: number
  common: number
  /** The shorter and the longer of the two lists, added up over the samples. */
  shorter: number
  longer: number
  /** Common neighbours by chance: those of a sample are a draw of c from N with c marked ones. */
  expected: number
  variance: number
}

/** Counts them for each two views; on a device where there is one, there are many samples, and none lacks a view. Ranks give the lists of their own points, and come to the same. O(views² · n · neighbours). */
export function* commonNeighbours(
  views: readonly PlacedNeighbours[],
  samples: number,
  communicator: Communicator = oneProcess,
  device: Device | null = null,
): Generator<Progress, CommonNeighbours[]> {
  const onDevice = device && samples > device.many && views.every(({ neighbours }) => neighbours.samples === samples)
  const counted: CommonNeighbours[] = []
  for (let a = 1; a < views.length; a++)
    for (let b = 0; b < a; b++) {
      const [mine, theirs] = [views[a].neighbours, views[b].neighbours]
      const sums = onDevice
        ? addInto(new Float64Array(6), samples, mine.count, theirs.count, samples - 1)
        : countOf(views[a], views[b], samples, communicator)
      if (onDevice) sums[0] = yield* device.commonNeighbours(mine, theirs)
      const [common, both, shorter, longer, expected, variance] = sums
      counted.push({ pair: [a, b], common, samples: both, shorter, longer, expected, variance })
      yield { stage: 'graphs', iteration: a, total: views.length }
    }
  return counted
}

/** Adds so many samples with lists of two lengths, which others could be in, to the sums that are told by their names above. */
function addInto(sums: Float64Array, samples: number, mine: number, theirs: number, others: number): Float64Array {
  const part = others > 0 ? theirs / others : 0
  sums[1] += samples
  sums[2] += samples * Math.min(mine, theirs)
  sums[3] += samples * Math.max(mine, theirs)
  sums[4] += samples * mine * part
  if (others > 1) sums[5] += (samples * mine * part * (1 - part) * (others - mine)) / (others - 1)
  return sums
}

/** The same sums of the lists of this rank, with the neighbours in common, over all ranks. */
function countOf(a: PlacedNeighbours, b: PlacedNeighbours, samples: number, communicator: Communicator): Float64Array {
  const sums = new Float64Array(6)
  // Where no sample lacks a view there is nothing to look up, which takes long in large tables.
  const complete = a.place.length === samples && b.place.length === samples
  const points = complete ? null : [a, b].map(({ place }) => pointOfSample(place, samples))
  const firsts = [a, b].map(({ place }) => pointShares(place, samples, communicator.size)[communicator.rank].begin)
  const both = points ? a.place.reduce((sum, sample) => sum + (points[1][sample] >= 0 ? 1 : 0), 0) : samples
  const [ours, theirs] = [a, b].map(({ neighbours }) => new Int32Array(neighbours.count))
  // The last point in whose list each sample was.
  const seen = new Int32Array(samples).fill(-1)
  for (let p = 0; p < a.neighbours.samples; p++) {
    const point = points ? points[1][a.place[firsts[0] + p]] : firsts[1] + p
    if (point < 0) continue
    const mine = listInto(ours, a, p, points?.[1])
    const others = listInto(theirs, b, point - firsts[1], points?.[0])
    for (let c = 0; c < mine; c++) seen[ours[c]] = p
    for (let d = 0; d < others; d++) if (seen[theirs[d]] === p) sums[0]++
    addInto(sums, 1, mine, others, both - 1)
  }
  communicator.allReduceSum(sums)
  return sums
}

/** The samples in the list of a point that have a point in the other view, too; gives how many they are. */
function listInto(
  target: Int32Array,
  { neighbours: { count, indices }, place }: PlacedNeighbours,
  list: number,
  others: Int32Array | undefined,
): number {
  let length = 0
  for (let c = list * count; c < (list + 1) * count; c++) {
    const sample = others ? place[indices[c]] : indices[c]
    if (!others || others[sample] >= 0) target[length++] = sample
  }
  return length
}

/** The point of each sample, −1 where it has none. */
function pointOfSample(place: Uint32Array, samples: number): Int32Array {
  const points = new Int32Array(samples).fill(-1)
  place.forEach((sample, p) => {
    points[sample] = p
  })
  return points
}
