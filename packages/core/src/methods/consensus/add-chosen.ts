import type { ChosenRows } from '../../device/device.ts'
import type { Kernels } from '../../kernels/kernels.ts'
import { workRanges } from '../../kernels/work-ranges.ts'
import { type Matrix, matrix } from '../../linalg/matrix.ts'
import type { Progress } from '../../progress.ts'

/** Samples whose labels are in the kernels' memory at a time. */
const CHUNK = 8192

/** n×columns: for each sample the rows that its labels in all partitions choose, added up in the order of the partitions; on a device or on all threads, without kernels in plain loops. O(partitions · n · columns). */
export function* addChosen(
  kernels: Kernels | null,
  samples: number,
  columns: number,
  partitions: readonly ChosenRows[],
  stage: string,
): Generator<Progress, Matrix> {
  if (kernels?.device) return yield* kernels.device.addChosen(samples, columns, partitions, stage)
  const result = matrix(samples, columns)
  if (!kernels) {
    for (const [b, { labels, rows }] of partitions.entries()) {
      addRowsInto(result, labels, rows)
      yield { stage, iteration: b + 1, total: partitions.length }
    }
    return result
  }
  const mark = kernels.mark()
  const tables = kernels.allocate(partitions.reduce((sum, { rows }) => sum + rows.length, 0))
  const firsts = kernels.allocate(Math.ceil(partitions.length / 2))
  let at = 0
  for (const [b, { rows }] of partitions.entries()) {
    tables.f64.set(rows, at)
    firsts.i32[b] = at / columns
    at += rows.length
  }
  const labels = kernels.allocate((CHUNK / 2) * partitions.length)
  const out = kernels.allocate(CHUNK * columns)
  for (let begin = 0; begin < samples; begin += CHUNK) {
    const count = Math.min(CHUNK, samples - begin)
    for (const [b, partition] of partitions.entries()) {
      const to = labels.i32.subarray(b * CHUNK, b * CHUNK + count)
      for (let i = 0; i < count; i++) to[i] = partition.labels[begin + i]
    }
    const given = [labels.pointer, CHUNK, partitions.length, tables.pointer, firsts.pointer, columns] as const
    kernels.share(
      'addChosen',
      workRanges(count, 64, partitions.length * columns).map((range) => [...given, ...range, out.pointer]),
    )
    result.data.set(out.f64.subarray(0, count * columns), begin * columns)
    yield { stage, iteration: begin + count, total: samples }
  }
  kernels.release(mark)
  return result
}

/** Not a generator, since engines run the loops of those slowly. */
function addRowsInto({ rows: samples, columns, data }: Matrix, labels: ArrayLike<number>, rows: Float64Array): void {
  for (let i = 0; i < samples; i++) {
    const [to, from] = [i * columns, labels[i] * columns]
    for (let j = 0; j < columns; j++) data[to + j] += rows[from + j]
  }
}
