import type { DeviceRows, PlacedCentres } from '../device/device.ts'
import type { Kernels } from '../kernels/kernels.ts'
import type { Matrix } from '../linalg/matrix.ts'
import { mapSteps } from '../steps.ts'
import { PANEL, packCentresInto, panelLength } from './centre-panels.ts'

/** One cluster per row, in as few bytes as it takes. */
export type Labels = Uint8Array | Uint16Array | Uint32Array

/** Rows that are in the kernels' memory at a time. */
const CHUNK = 16_384

/**
 * The nearest centre (Euclidean, ties to the lowest index) of every row of `points` (n×d), for many sets of centres at once, on all threads; one array of labels a set.
 * Yields the number of rows done after every 16,384. O(n · all centres · features) time, one or two bytes a label.
 */
export function* assignToCentres(
  kernels: Kernels,
  points: Matrix | DeviceRows,
  sets: readonly PlacedCentres[],
): Generator<number, Labels[]> {
  if (kernels.device) return yield* mapSteps(kernels.device.assign(points, sets), () => 0)
  const { rows, columns, data } = points as Matrix
  const labels = sets.map(({ centres }) => smallIntegers(centres.rows, rows))
  const mark = kernels.mark()
  const block = kernels.allocate(CHUNK * columns)
  const panels = sets.map(({ centres }) => {
    const packed = kernels.allocate(panelLength(centres.rows, centres.columns))
    packCentresInto(packed.f64, centres.data, centres.rows, centres.columns)
    return packed
  })
  const found = sets.map(() => kernels.allocate(CHUNK / 2))
  for (let begin = 0; begin < rows; begin += CHUNK) {
    const end = Math.min(begin + CHUNK, rows)
    block.f64.set(data.subarray(begin * columns, end * columns))
    kernels.share(
      'nearestCentres',
      sets.map(({ centres, first }, s) => [
        block.pointer + 8 * first,
        end - begin,
        columns,
        centres.columns,
        panels[s].pointer,
        Math.ceil(centres.rows / PANEL),
        found[s].pointer,
      ]),
      PANEL,
    )
    for (let s = 0; s < sets.length; s++) labels[s].set(found[s].i32.subarray(0, end - begin), begin)
    yield end
  }
  kernels.release(mark)
  return labels
}

/** Room for `length` numbers below `bound`. */
function smallIntegers(bound: number, length: number): Labels {
  if (bound <= 256) return new Uint8Array(length)
  return bound <= 65_536 ? new Uint16Array(length) : new Uint32Array(length)
}
