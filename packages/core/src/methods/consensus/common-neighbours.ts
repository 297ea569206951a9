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

/** Counts them for each two views; on a device where there is one, there are many samples, and none lacks a view. Ranks give the lists of their own points, and come to the same. O(views² · n · neighbours²). */
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
      const sums = new Sums(samples - 1)
      const [ours, theirs] = [views[a], views[b]]
      if (onDevice) {
        sums.add(samples, ours.neighbours.count, theirs.neighbours.count)
        sums.values[0] = yield* device.commonNeighbours(ours.neighbours, theirs.neighbours)
      } else countInto(sums, ours, theirs, samples, communicator)
      const [common, both, shorter, longer, expected, variance] = sums.values
      counted.push({ pair: [a, b], common, samples: both, shorter, longer, expected, variance })
      yield { stage: 'graphs', iteration: a, total: views.length }
    }
  return counted
}

/** What adds up, in the order in which it is taken out again. */
class Sums {
  readonly values = new Float64Array(6)
  /** Samples that can be in the list of one. */
  others: number

  constructor(others: number) {
    this.others = others
  }

  /** Adds so many samples with lists of two lengths. */
  add(samples: number, mine: number, theirs: number): void {
    const { values, others } = this
    const part = others > 0 ? theirs / others : 0
    values[1] += samples
    values[2] += samples * Math.min(mine, theirs)
    values[3] += samples * Math.max(mine, theirs)
    values[4] += samples * mine * part
    if (others > 1) values[5] += (samples * mine * part * (1 - part) * (others - mine)) / (others - 1)
  }
}

function countInto(
  sums: Sums,
  a: PlacedNeighbours,
  b: PlacedNeighbours,
  samples: number,
  communicator: Communicator,
): void {
  // Where no sample lacks a view there is nothing to look up, which takes long in large tables.
  const complete = a.place.length === samples && b.place.length === samples
  const points = complete ? null : [a, b].map(({ place }) => pointOfSample(place, samples))
  const firsts = [a, b].map(({ place }) => pointShares(place, samples, communicator.size)[communicator.rank].begin)
  if (points) sums.others = a.place.reduce((sum, sample) => sum + (points[1][sample] >= 0 ? 1 : 0), -1)
  const [ours, theirs] = [new Int32Array(a.neighbours.count), new Int32Array(b.neighbours.count)]
  for (let p = 0; p < a.neighbours.samples; p++) {
    const sample = a.place[firsts[0] + p]
    const q = points ? points[1][sample] - firsts[1] : p
    if (points && points[1][sample] < 0) continue
    const mine = listInto(ours, a, p, points?.[1])
    const others = listInto(theirs, b, q, points?.[0])
    for (let c = 0; c < mine; c++)
      for (let d = 0; d < others; d++)
        if (ours[c] === theirs[d]) {
          sums.values[0]++
          break
        }
    sums.add(1, mine, others)
  }
  communicator.allReduceSum(sums.values)
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
