import type { ChosenRows } from '../../runtime/device/device.ts'
import { workRanges } from '../../runtime/kernels/work-ranges.ts'
import type { Progress } from '../../runtime/progress.ts'
import type { Processors } from '../../runtime/runtime.ts'
import { type Matrix, matrix } from '../linalg/matrix.ts'

/** Samples whose labels are in the kernels' memory at a time: some megabytes with the rows that they choose. */
const CHUNK = 8192

/**
 * Adds up for each of n samples the rows that its labels in all partitions choose, in the order of the partitions; returns n×columns. Many samples go to the device where
 * there is one, others to all threads. O(partitions · n · columns).
 */
export function* addChosenRows(
  { kernels, device }: Processors,
  samples: number,
  columns: number,
  partitions: readonly ChosenRows[],
  stage: string,
): Generator<Progress, Matrix> {
  if (device && samples > device.many) return yield* device.addChosen(samples, columns, partitions, stage)
  const result = matrix(samples, columns)
  const chunk = Math.min(CHUNK, samples)
  const mark = kernels.mark()
  const tables = kernels.allocate(partitions.reduce((sum, { rows }) => sum + rows.length, 0))
  const firsts = kernels.allocate(Math.ceil(partitions.length / 2))
  let at = 0
  for (const [b, { rows }] of partitions.entries()) {
    tables.f64.set(rows, at)
    firsts.i32[b] = at / columns
    at += rows.length
  }
  const labels = kernels.allocate(Math.ceil((chunk * partitions.length) / 2))
  const out = kernels.allocate(chunk * columns)
  for (let begin = 0; begin < samples; begin += chunk) {
    const count = Math.min(chunk, samples - begin)
    for (const [b, partition] of partitions.entries())
      labels.i32.set(partition.labels.subarray(begin, begin + count), b * chunk)
    const inputs = [labels.pointer, chunk, partitions.length, tables.pointer, firsts.pointer, columns] as const
    kernels.share(
      'addChosen',
      workRanges(count, 64, partitions.length * columns).map((range) => [...inputs, ...range, out.pointer]),
    )
    result.data.set(out.f64.subarray(0, count * columns), begin * columns)
    yield { stage, iteration: begin + count, total: samples }
  }
  kernels.release(mark)
  return result
}
