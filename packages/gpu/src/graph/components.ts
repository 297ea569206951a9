import type { Progress } from '@manyview/core'
import type { Card } from '../card.ts'
import { BUILTINS, GROUP } from '../dense/dense-kernels.ts'
import type { Room } from '../room.ts'
import type { CardGraph } from './card-graph.ts'

/** Steps between two looks at whether anything still changes. */
const STEPS = 4

/** Every node, and the node whose label it had, take the least label around it. Threads may see older labels, which only makes the way longer: the end is the same. */
export const spreadLabelsKernel = /* wgsl */ `
struct Settings { rows: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read> pointers: array<u32>;
@group(0) @binding(2) var<storage, read> indices: array<u32>;
@group(0) @binding(3) var<storage, read> values: array<f32>;
@group(0) @binding(4) var<storage, read_write> labels: array<atomic<u32>>;
@group(0) @binding(5) var<storage, read_write> changed: atomic<u32>;

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let row = (${GROUP}) * 256u + thread;
  if (row >= settings.rows) { return; }
  let before = atomicLoad(&labels[row]);
  var least = min(before, atomicLoad(&labels[before]));
  for (var p = pointers[row]; p < pointers[row + 1u]; p++) {
    if (values[p] != 0.0) { least = min(least, atomicLoad(&labels[indices[p]])); }
  }
  if (least < before) {
    atomicMin(&labels[row], least);
    atomicMin(&labels[before], least);
    atomicStore(&changed, 1u);
  }
}
`

/** Labels 0 … rows − 1. */
export const ownLabelsKernel = /* wgsl */ `
struct Settings { rows: u32 }
@group(0) @binding(0) var<uniform> settings: Settings;
@group(0) @binding(1) var<storage, read_write> labels: array<u32>;

@compute @workgroup_size(256)
fn main(${BUILTINS}) {
  let row = (${GROUP}) * 256u + thread;
  if (row < settings.rows) { labels[row] = row; }
}
`

/** The connected parts of a graph. */
export interface Components {
  /** Part of each node, counted from 0 in the order of first appearance. */
  labels: Int32Array
  /** Nodes in each part. */
  sizes: number[]
}

/** Finds the connected parts of a symmetric graph on the card: `graphComponents` of the core. O(links · log n) or so. */
export function* components(
  card: Card,
  room: Room,
  { rows, pointers, indices, values }: CardGraph,
): Generator<Progress, Components> {
  const groups = Math.ceil(rows / 256)
  const labels = room.empty(rows)
  card.run(ownLabelsKernel, [rows], [labels], groups)
  for (let step = STEPS; ; step += STEPS) {
    const progress = { stage: 'eigenvectors', iteration: step, total: step + STEPS }
    const changed = room.empty(1)
    for (let s = 0; s < STEPS; s++)
      card.run(spreadLabelsKernel, [rows], [pointers, indices, values, labels, changed], groups)
    const [moved] = new Uint32Array(yield* card.read(changed, 1, progress))
    room.drop(changed)
    if (moved === 0) return partsOf(new Uint32Array(yield* card.read(labels, rows, progress)))
  }
}

/** The parts by the first node of each node's part. */
function partsOf(firsts: Uint32Array): Components {
  const labels = new Int32Array(firsts.length)
  const sizes: number[] = []
  for (let i = 0; i < firsts.length; i++) {
    labels[i] = firsts[i] === i ? sizes.push(0) - 1 : labels[firsts[i]]
    sizes[labels[i]]++
  }
  return { labels, sizes }
}
