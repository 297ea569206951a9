import { bestAssignment } from '@manyview/core/metrics'
import { clusterColours } from '@manyview/drawing'
import { type Turn, turnMap, turnOnto } from '@manyview/drawing/map'
import type { Run } from './run.ts'

/** The colours of the clusters of a run, `#rrggbb`: those that are merged share one. */
export function runColours({ colours, groups }: Run, dark: boolean): string[] {
  const palette = clusterColours(1 + Math.max(...colours), dark)
  return groups.map((group) => palette[colours[group]])
}

/** Which colours the clusters of a new run take so that those that match clusters of an earlier run of the same samples look the same. O(samples + clusters³). */
export function matchedColours(run: Run, before: Run): number[] {
  const { clusters } = run.stored.record
  const others = before.stored.record.clusters
  const shared = new Float64Array(clusters * others)
  run.stored.labels.forEach((label, i) => {
    shared[label * others + before.stored.labels[i]]++
  })
  const match = bestAssignment(shared, clusters, others)
  const taken = new Set<number>()
  const colours = Array.from({ length: clusters }, (_, cluster) => {
    // A match without a single sample is none.
    if (match[cluster] < 0 || shared[cluster * others + match[cluster]] === 0) return -1
    taken.add(before.colours[match[cluster]])
    return before.colours[match[cluster]]
  })
  let next = 0
  return colours.map((colour) => {
    if (colour >= 0) return colour
    while (taken.has(next)) next++
    taken.add(next)
    return next
  })
}

/** The new run in the colours and the direction of the last run of the same samples. */
export function alignedRun(run: Run, runs: readonly Run[]): Run {
  const before = runs.findLast(
    ({ data, stored }) => data !== null && data === run.data && stored.labels.length === run.stored.labels.length,
  )
  if (!before) return run
  const [map, other] = [mapOf(run), placesOf(before)]
  return { ...run, colours: matchedColours(run, before), turn: map && other ? turnOnto(map, other) : null }
}

const turnedMaps = new WeakMap<Float64Array, { turn: Turn; turned: Float64Array }>()

/** The map of a run as it is shown, turned like those of earlier runs of the same data; null without one. */
export function placesOf(run: Run): Float64Array | null {
  const map = mapOf(run)
  return map && shownPlaces(map, run.turn)
}

function mapOf({ stored, early }: Run): Float64Array | null {
  return early?.map ?? stored.explanation?.map ?? null
}

/** A map of a run, turned as its main map is; the same array every time. */
export function shownPlaces(map: Float64Array, turn: Turn | null): Float64Array {
  if (!turn) return map
  const entry = turnedMaps.get(map)
  if (entry?.turn === turn) return entry.turned
  const turned = turnMap(map, turn)
  turnedMaps.set(map, { turn, turned })
  return turned
}
