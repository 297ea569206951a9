import { type Share, shares } from '../runtime/ranks/share.ts'

/** Which points are each rank's, when ranks have their share of `samples` samples and `place[p]`, ascending, is the sample of point p. */
export function pointShares(place: Uint32Array, samples: number, size: number): Share[] {
  return shares(samples, size).map(({ begin, end }) => ({
    begin: pointsBefore(place, begin),
    end: pointsBefore(place, end),
  }))
}

function pointsBefore(place: Uint32Array, sample: number): number {
  let [low, high] = [0, place.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (place[middle] < sample) low = middle + 1
    else high = middle
  }
  return low
}
