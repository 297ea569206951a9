import type { Matrix, Progress } from '@manyview/core'
import { matrix } from '@manyview/core/numerics'
import type { ChosenRows } from '@manyview/core/runtime'
import type { Card } from '../card.ts'
import { BUILTINS, GROUP } from '../dense/dense-kernels.ts'
import { rowBlocks } from '../dense/row-blocks.ts'
import type { Room } from '../room.ts'
import { LABEL_OF, packLabels } from './packed-labels.ts'

/** Partitions whose labels are on the card at a time. */
const AT_A_TIME = 64

/** Adds to each sample's row the rows of the tables that its labels name. Sums are compensated (Kahan), so that many small shares are not lost. */
export const addChosenKernel = /* wgsl */ `
struct Settings { samples: u32, width: u32, partitions: u32, stride: u32, perWord: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> labels: array<u32>;
@group(0) @binding(2) var<storage, read> firsts: array<u32>;
@group(0) @binding(3) var<storage, read> tables: array<f32>;
@group(0) @binding(4) var<storage, read_write> sums: array<f32>;
${LABEL_OF}
@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let place = (${GROUP}) * 256u + thread;
  let sample = place / settings.width;
  if (sample >= settings.samples) { return; }
  let column = place % settings.width;
  var sum = sums[place];
  var lost = 0.0;
  for (var b = 0u; b < settings.partitions; b++) {
    let value = tables[(firsts[b] + labelOf(b, sample)) * settings.width + column] - lost;
    let next = sum + value;
    lost = (next - sum) - value;
    sum = next;
  }
  sums[place] = sum;
}
`

/** For each sample the sum of the rows of the tables (any × width) that the partitions choose for it: n×width. In blocks of samples. O(partitions · n · width). */
export function* addChosen(
  card: Card,
  samples: number,
  width: number,
  partitions: readonly ChosenRows[],
  stage: string,
): Generator<Progress, Matrix> {
  const result = matrix(samples, width)
  const done = { stage, iteration: partitions.length, total: partitions.length }
  for (const { begin, end } of rowBlocks(card, samples, Math.max(width, AT_A_TIME))) {
    const room = card.room()
    try {
      const sums = room.empty((end - begin) * width)
      for (let first = 0; first < partitions.length; first += AT_A_TIME) {
        const batch = partitions.slice(first, first + AT_A_TIME)
        addSome(card, room, sums, begin, end, width, batch)
        yield* card.settle({ ...done, iteration: first + batch.length })
      }
      const to = result.data.subarray(begin * width, end * width)
      yield* card.readSingles({ buffer: sums, length: to.length }, done, (values) => to.set(values))
    } finally {
      room.free()
    }
  }
  return result
}

/** Adds what some partitions choose for the samples begin … end − 1 to their sums. */
function addSome(
  card: Card,
  room: Room,
  sums: GPUBuffer,
  begin: number,
  end: number,
  width: number,
  some: readonly ChosenRows[],
): void {
  const partitions = some.map(({ labels, rows }) => ({ labels, clusters: rows.length / width }))
  const { buffer, perWord, stride } = packLabels(room, partitions, end, begin)
  const tables = new Float32Array(some.reduce((total, { rows }) => total + rows.length, 0))
  const firsts = new Uint32Array(some.length)
  let at = 0
  for (const [b, { rows }] of some.entries()) {
    tables.set(rows, at)
    firsts[b] = at / width
    at += rows.length
  }
  const buffers = [buffer, room.integers(firsts), room.singles(tables), sums]
  const settings = [end - begin, width, some.length, stride, perWord]
  card.run(addChosenKernel, settings, buffers, Math.ceil(((end - begin) * width) / 256))
}
