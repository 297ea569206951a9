import type { DeviceRows, PlacedCentres } from '../../runtime/device/device.ts'
import type { Block, Kernels } from '../../runtime/kernels/kernels.ts'
import { workRanges } from '../../runtime/kernels/work-ranges.ts'
import type { Processors } from '../../runtime/runtime.ts'
import { mapProgress } from '../../runtime/steps.ts'
import type { Matrix } from '../linalg/matrix.ts'
import { PANEL, packSinglesInto, panelLength } from './centre-panels.ts'

/** One cluster per row, in as few bytes as it takes. */
export type Labels = Uint8Array | Uint16Array | Uint32Array

/** Rows that are made in the kernels' memory whenever they are needed. */
export interface RowsOnDemand {
  readonly rows: number
  readonly columns: number
  /** Writes rows begin … end − 1 in single precision to the beginning of `to`, which has space for the next multiple of 4 rows. */
  singlesInto(begin: number, end: number, to: Block): void
}

/** Rows that are in the kernels' memory at a time, a multiple of 8. */
const CHUNK = 16_384

/**
 * Finds the nearest centre (Euclidean, ties to the lowest index) of every row of `points` (n×d) for many sets of centres at once, on all threads, and returns one array of labels per set.
 * It works in single precision: of two centres that are equally far to seven digits either may win. Many rows go to the device where there is one, unless they are made on demand.
 * Yields the number of rows done after every 16,384. O(n · all centres · d) time, one or two bytes per label.
 */
export function* assignToCentres(
  { kernels, device }: Processors,
  points: Matrix | RowsOnDemand | DeviceRows,
  sets: readonly PlacedCentres[],
): Generator<number, Labels[]> {
  if (device && points.rows > device.many && !('singlesInto' in points))
    return yield* mapProgress(device.assign(points, sets), () => 0)
  const { rows, columns } = points
  const labels = sets.map(({ centres }) => smallIntegers(centres.rows, rows))
  const mark = kernels.mark()
  const [block, panels] = [0, 1].map(() => kernels.allocate((CHUNK * columns) / 2))
  const packed = sets.map(({ centres }) => packCentres(kernels, centres))
  const nearest = sets.map(() => kernels.allocate(CHUNK / 2))
  for (let begin = 0; begin < rows; begin += CHUNK) {
    const end = Math.min(begin + CHUNK, rows)
    const eights = Math.ceil((end - begin) / 8)
    if ('singlesInto' in points) points.singlesInto(begin, end, block)
    else block.f32.set((points as Matrix).data.subarray(begin * columns, end * columns))
    block.f32.fill(0, (end - begin) * columns, 8 * eights * columns)
    kernels.share(
      'packEights',
      workRanges(8 * eights, 8, columns).map((range) => [block.pointer, columns, ...range, panels.pointer]),
    )
    kernels.share(
      'nearestCentres',
      sets.map(({ centres, first }, s) => [
        panels.pointer + 32 * first,
        eights,
        32 * columns,
        centres.columns,
        packed[s].panels.pointer,
        Math.ceil(centres.rows / PANEL),
        packed[s].halves.pointer,
        nearest[s].pointer,
      ]),
    )
    for (let s = 0; s < sets.length; s++) labels[s].set(nearest[s].i32.subarray(0, end - begin), begin)
    yield end
  }
  kernels.release(mark)
  return labels
}

/** Lays centres out as the kernel `nearestCentres` reads them. */
function packCentres(kernels: Kernels, { rows, columns, data }: Matrix): { panels: Block; halves: Block } {
  const length = panelLength(rows, columns)
  const panels = kernels.allocate(length / 2)
  const halves = kernels.allocate(length / columns / 2)
  packSinglesInto(panels.f32, halves.f32, data, rows, columns)
  return { panels, halves }
}

/** Makes the smallest array that holds `length` numbers below `bound`. */
function smallIntegers(bound: number, length: number): Labels {
  if (bound <= 256) return new Uint8Array(length)
  return bound <= 65_536 ? new Uint16Array(length) : new Uint32Array(length)
}
