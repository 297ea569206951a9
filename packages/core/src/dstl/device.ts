import { InputError } from '../input-error.ts'
import type { Task } from '../methods/method.ts'
import { KernelFactors } from '../numerics/linalg/kernel-factors.ts'
import { matrix } from '../numerics/linalg/matrix.ts'
import type { Device } from '../runtime/device/device.ts'
import type { DstlRows, ViewProducts } from '../runtime/device/device-dstl.ts'
import type { Kernels } from '../runtime/kernels/kernels.ts'
import type { Progress } from '../runtime/progress.ts'
import { mapProgress } from '../runtime/steps.ts'
import type { PreparedRows } from '../views/prepare-views.ts'
import { type DstlSettings, type DstlState, iterate, thresholdsOf } from './iterations.ts'
import { misfitLessNorm } from './views.ts'

/** Views that a device takes: it has one bit for each. */
const MOST_VIEWS = 32

/** Refuses what only the processor does. */
export function refuseOnDevice({ views }: PreparedRows, { options }: Task): void {
  const refuse = (what: string) => {
    throw new InputError(`dstl with ${what} does not use a graphics card, leave it out or use --device cpu`, {
      code: 'bad-option',
      argument: 'device',
    })
  }
  if (options.transform === 'graph') refuse('transform graph')
  if (options.variant === 'T' || options.variant === 'Y') refuse(`variant ${options.variant}`)
  if (views.length > MOST_VIEWS) refuse(`${views.length} views, more than ${MOST_VIEWS},`)
}

/** `dstlSteps` with views and large variables on a device; W, C and what decides about them stay here, in double precision. Null while the device works. */
export function* dstlStepsOnDevice(
  kernels: Kernels,
  device: Device,
  { views }: PreparedRows,
  settings: DstlSettings,
): Generator<DstlState | null, DstlState> {
  const { latentDimension: latent, consensusRule } = settings
  const given = views.map(({ data, present }) => ({ rows: data, present }))
  const resident = yield* waiting(
    device.dstl(given, { latent, ...thresholdsOf(settings), mean: consensusRule === 'mean' }),
  )
  try {
    const W = new KernelFactors(
      kernels,
      views.map(({ data }) => data.columns),
      latent,
    )
    const C = new KernelFactors(
      kernels,
      views.map(() => latent),
      latent,
    )
    let rows: DstlRows = { S: [], H: [], Y: matrix(0, latent) }
    let ready: ViewProducts[] | null = null
    const passes = {
      squaredNorm: resident.squaredNorm,
      W,
      C,
      get rows() {
        return rows
      },
      *step() {
        const { views, ...moved } = yield* waiting(resident.step(W.readFactors(), C.readFactors()))
        ready = views
        return moved
      },
      *products() {
        const found = ready ?? (yield* waiting(resident.products()))
        ready = null
        return found.map(({ images, agreement, sums, gram }, v) => {
          W.writeProduct(v, images)
          C.writeProduct(v, agreement)
          return { sums, misfitLessNorm: misfitLessNorm(W, v, sums.squares, gram) }
        })
      },
      write: (given: Partial<DstlRows>) => resident.write(given),
      *bring() {
        rows = yield* waiting(resident.read())
      },
      *bringY() {
        rows = { S: [], H: [], Y: yield* waiting(resident.readY()) }
      },
      largest: () => resident.largest(),
    }
    return yield* iterate(passes, settings)
  } finally {
    resident.close()
  }
}

/** Work of a device with nulls in place of its progress. */
function waiting<T>(work: Generator<Progress, T>): Generator<null, T> {
  return mapProgress(work, () => null)
}
