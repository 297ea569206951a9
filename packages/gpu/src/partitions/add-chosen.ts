import type { Progress } from '@manyview/core'
import { type ChosenRows, type Matrix, matrix } from '@manyview/core/numerics'
import type { Card } from '../card.ts'
import { BUILTINS, GROUP } from '../dense/dense-kernels.ts'

/** Partitions whose labels are on the card at a time. */
const AT_A_TIME = 16

/** Adds to each sample's row the rows of the tables that its labels name. Sums are compensated (Kahan), so that many small shares are not lost. */
export const addChosenKernel = /* wgsl */ `
struct Settings { samples: u32, width: u32, partitions: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> labels: array<u32>;
@group(0) @binding(2) var<storage, read> tables: array<f32>;
@group(0) @binding(3) var<storage, read_write> sums: array<f32>;

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let place = (${GROUP}) * 256u + thread;
  let sample = place / settings.width;
  if (sample >= settings.samples) { return; }
  let column = place % settings.width;
  var sum = sums[place];
  var lost = 0.0;
  for (var b = 0u; b < settings.partitions; b++) {
    let value = tables[labels[b * settings.samples + sample] * settings.width + column] - lost;
    let next = sum + value;
    lost = (next - sum) - value;
    sum = next;
  }
  sums[place] = sum;
}
`

/** For each sample the sum of the rows of the tables (any × width) that the partitions choose for it: n×width. O(partitions · n · width). */
export function* addChosen(
  card: Card,
  samples: number,
  width: number,
  partitions: readonly ChosenRows[],
  stage: string,
): Generator<Progress, Matrix> {
  const room = card.room()
  try {
    const sums = room.empty(samples * width)
    for (let first = 0; first < partitions.length; first += AT_A_TIME) {
      const some = partitions.slice(first, first + AT_A_TIME)
      const labels = new Uint32Array(some.length * samples)
      const tables = new Float32Array(some.reduce((total, { rows }) => total + rows.length, 0))
      let at = 0
      for (const [b, { rows, labels: own }] of some.entries()) {
        tables.set(rows, at)
        const offset = at / width
        for (let i = 0; i < samples; i++) labels[b * samples + i] = offset + own[i]
        at += rows.length
      }
      const inner = card.room()
      const buffers = [inner.integers(labels), inner.singles(tables), sums]
      card.run(addChosenKernel, [samples, width, some.length], buffers, Math.ceil((samples * width) / 256))
      yield* card.settle({ stage, iteration: first + some.length, total: partitions.length })
      inner.free()
    }
    const done = { stage, iteration: partitions.length, total: partitions.length }
    return matrix(samples, width, Float64Array.from(new Float32Array(yield* card.read(sums, samples * width, done))))
  } finally {
    room.free()
  }
}
