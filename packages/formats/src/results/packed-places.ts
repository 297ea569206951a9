import type { PackedArray } from './packed-array.ts'
import { packWhole } from './packed-array.ts'

/** The number that stands for no place. */
const nowhere = 65_535
/** The largest number of a place. */
const farthest = nowhere - 1

/** Places on a map (x and y of each sample, NaN where it has none) as whole numbers: a map says nothing by its corner and its unit. */
export function packPlaces(places: Float64Array): PackedArray {
  const lows = [Infinity, Infinity]
  const highs = [-Infinity, -Infinity]
  places.forEach((place, p) => {
    if (Number.isNaN(place)) return
    lows[p % 2] = Math.min(lows[p % 2], place)
    highs[p % 2] = Math.max(highs[p % 2], place)
  })
  const side = Math.max(highs[0] - lows[0], highs[1] - lows[1])
  const scale = side > 0 && side < Infinity ? farthest / side : 0
  return packWhole(
    places.map((place, p) => (Number.isNaN(place) ? nowhere : Math.round((place - lows[p % 2]) * scale))),
  )
}

/** The places again, NaN for none. */
export function unpackPlaces(numbers: Float64Array): Float64Array {
  return numbers.map((number) => (number === nowhere ? Number.NaN : number))
}
