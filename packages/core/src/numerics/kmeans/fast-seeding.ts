import type { Block, Kernels } from '../../runtime/kernels/kernels.ts'

/** The distances behind k-means++; `nearest` holds each sample's squared distance to the centres chosen so far. */
export interface Seeding {
  readonly nearest: Float64Array
  /** Takes this point as the next centre, and updates `nearest`. */
  take(point: number): void
}

/** The same through the kernel `takeCentre`, which passes over most of the points (n×d, in `block`, in which centres are, too) once there are centres everywhere. O(n·d) a centre at most. Allocates and leaves the release to the caller. */
export function fastSeeding(
  kernels: Kernels,
  block: Block,
  samples: number,
  features: number,
  clusters: number,
): Seeding {
  const nearest = kernels.allocate(samples)
  const owner = kernels.allocate(Math.ceil(samples / 2))
  const chosen = kernels.allocate(Math.ceil(clusters / 2))
  const reach = kernels.allocate(clusters)
  const scratch = kernels.allocate(2)
  let count = 0
  // Covers the rounding of a bound.
  const slack = 1 - 8 * (features + 20) * Number.EPSILON
  nearest.f64.fill(Number.POSITIVE_INFINITY)
  owner.i32.fill(0)
  return {
    get nearest() {
      return nearest.f64
    },
    take(point) {
      kernels.call.takeCentre(
        block.pointer,
        samples,
        features,
        block.pointer + 8 * features * point,
        chosen.pointer,
        count,
        slack,
        nearest.pointer,
        owner.pointer,
        reach.pointer,
        scratch.pointer,
      )
      chosen.i32[count++] = point
    },
  }
}
