import type { Block, Kernels } from '../kernels/kernels.ts'
import type { Matrix } from '../linalg/matrix.ts'
import { packCentresInto, panelLength } from './centre-panels.ts'
import type { Seeding } from './kmeans-starts.ts'

const CANDIDATES = 8

/**
 * The distances behind k-means++ through the kernel `tryCentres`; `block` holds the points. A point can come nearer to a candidate only if
 * the candidate is less than twice as far from the point's present centre as the point is, so most points are passed over once there are centres
 * everywhere. O(n·d) a candidate at most. Allocates and leaves the release to the caller.
 */
export function fastSeeding(kernels: Kernels, block: Block, points: Matrix, clusters: number): Seeding {
  const { rows: samples, columns: features, data } = points
  const panels = kernels.allocate(panelLength(CANDIDATES, features))
  const nearest = kernels.allocate(samples)
  const owner = kernels.allocate(Math.ceil(samples / 2))
  const reach = kernels.allocate(clusters)
  const potentials = kernels.allocate(CANDIDATES)
  const least = kernels.allocate(CANDIDATES * samples)
  const scratch = kernels.allocate(CANDIDATES)
  const point = (i: number) => data.subarray(i * features, (i + 1) * features)
  const slack = 1 - 8 * (features + 20) * Number.EPSILON
  const chosen: number[] = []
  let latest: Int32Array = new Int32Array(0)
  nearest.f64.fill(Number.POSITIVE_INFINITY)
  owner.i32.fill(0)
  return {
    get nearest() {
      return nearest.f64
    },
    potentials(candidates) {
      latest = candidates
      const rows = new Float64Array(candidates.length * features)
      candidates.forEach((i, t) => {
        rows.set(point(i), t * features)
      })
      packCentresInto(panels.f64, rows, candidates.length, features)
      reach.f64[0] = -1
      for (let c = 0; c < chosen.length; c++) {
        let closest = Number.POSITIVE_INFINITY
        for (const i of candidates) closest = Math.min(closest, squaredDistance(point(i), point(chosen[c])))
        // The subtrahend is for distances so small that their squares are not accurate.
        reach.f64[c] = (closest / 4) * slack - 1e-280
      }
      kernels.call.tryCentres(
        block.pointer,
        samples,
        features,
        panels.pointer,
        candidates.length,
        nearest.pointer,
        owner.pointer,
        reach.pointer,
        potentials.pointer,
        least.pointer,
        scratch.pointer,
      )
      return potentials.f64.slice(0, candidates.length)
    },
    accept(position) {
      const now = nearest.f64
      const next = least.f64.subarray(position * samples, (position + 1) * samples)
      const owners = owner.i32
      for (let i = 0; i < samples; i++)
        if (next[i] < now[i]) {
          now[i] = next[i]
          owners[i] = chosen.length
        }
      chosen.push(latest[position])
    },
  }
}

function squaredDistance(x: Float64Array, y: Float64Array): number {
  let sum = 0
  for (let l = 0; l < x.length; l++) sum += (x[l] - y[l]) * (x[l] - y[l])
  return sum
}
