import type { Block, Kernels } from '../kernels/kernels.ts'
import type { Matrix } from '../linalg/matrix.ts'
import { packCentresInto, panelLength } from './centre-panels.ts'
import type { Seeding } from './kmeans-starts.ts'

const CANDIDATES = 8

/**
 * The distances behind k-means++ through the kernels `tryCentres` and `takeCentre`, which pass over most points once there are centres everywhere;
 * `block` holds the points. O(n·d) a candidate at most. Allocates and leaves the release to the caller; seedings that take turns can share `least`, room for 8·n doubles.
 */
export function fastSeeding(
  kernels: Kernels,
  block: Block,
  points: Matrix,
  clusters: number,
  least = kernels.allocate(CANDIDATES * points.rows),
): Seeding {
  const { rows: samples, columns: features } = points
  const panels = kernels.allocate(panelLength(CANDIDATES, features))
  const nearest = kernels.allocate(samples)
  const owner = kernels.allocate(Math.ceil(samples / 2))
  const chosen = kernels.allocate(Math.ceil(clusters / 2))
  const reach = kernels.allocate(clusters)
  const potentials = kernels.allocate(CANDIDATES)
  const scratch = kernels.allocate(CANDIDATES)
  let latest: Int32Array = new Int32Array(0)
  let count = 0
  // Covers the rounding of a bound.
  const slack = 1 - 8 * (features + 20) * Number.EPSILON
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
        rows.set(points.data.subarray(i * features, (i + 1) * features), t * features)
      })
      packCentresInto(panels.f64, rows, candidates.length, features)
      kernels.call.tryCentres(
        block.pointer,
        samples,
        features,
        panels.pointer,
        chosen.pointer,
        count,
        slack,
        nearest.pointer,
        owner.pointer,
        reach.pointer,
        potentials.pointer,
        least.pointer,
        scratch.pointer,
      )
      return potentials.f64.slice(0, candidates.length)
    },
    take(sample) {
      kernels.call.takeCentre(
        block.pointer,
        samples,
        features,
        block.pointer + 8 * features * sample,
        chosen.pointer,
        count,
        slack,
        nearest.pointer,
        owner.pointer,
        reach.pointer,
        scratch.pointer,
      )
      chosen.i32[count++] = sample
    },
    accept(position) {
      const now = nearest.f64
      const next = least.f64
      const owners = owner.i32
      for (let i = 0; i < samples; i++) {
        const value = next[i * CANDIDATES + position]
        if (value < now[i]) {
          now[i] = value
          owners[i] = count
        }
      }
      chosen.i32[count++] = latest[position]
    },
  }
}
